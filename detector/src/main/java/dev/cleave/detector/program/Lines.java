package dev.cleave.detector.program;

import dev.cleave.detector.findings.SourceRange;
import java.util.Arrays;

/** The lines of a text, which end as the Java language says: with LF, CR, or CR and LF. */
public final class Lines {
    private final String text;
    private int[] starts = new int[64];
    private int count;

    public Lines(String text) {
        this.text = text;
        add(0);
        for (int at = 0; at < text.length(); at++) {
            char here = text.charAt(at);
            boolean crLf = here == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
            if (here == '\n' || here == '\r' && !crLf) {
                add(at + 1);
            }
        }
    }

    private void add(int start) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
        }
        starts[count++] = start;
    }

    SourceRange range(int start, int end) {
        int startLine = line(start);
        int endLine = line(Math.max(start, end - 1));
        return new SourceRange(
                startLine,
                start - starts[startLine - 1] + 1,
                endLine,
                end - starts[endLine - 1] + 1);
    }

    private int line(int offset) {
        int found = Arrays.binarySearch(starts, 0, count, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** A line, without its end; empty if there is no such line. */
    public String line(int number, boolean stripped) {
        if (number < 1 || number > count) {
            return "";
        }
        int end = number == count ? text.length() : starts[number];
        String line = text.substring(starts[number - 1], end).replaceAll("[\r\n]+$", "");
        return stripped ? line.strip() : line;
    }
}
