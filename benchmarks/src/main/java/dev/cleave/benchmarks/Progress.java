package dev.cleave.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One line that says what is being done, and is written over by what comes next: without colours,
 * and without anything that a terminal could not show. Not for concurrent use.
 */
public final class Progress {
    private static final int MOST = 79;
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private final PrintWriter to;
    private int shown;

    private Progress(PrintWriter to) {
        this.to = to;
    }

    /**
     * Progress on the error stream, if that is a terminal.
     *
     * @param err writes to this process's error stream
     * @return what shows it, or else shows nothing
     */
    public static Progress on(PrintWriter err) {
        return new Progress(isTerminal() ? err : null);
    }

    /** Progress wherever it goes. */
    static Progress always(PrintWriter to) {
        return new Progress(to);
    }

    /**
     * Whether the error stream is a terminal that can do more than print lines. Java knows of a
     * console only if input and output are one.
     *
     * @return whether input and output are, too
     */
    public static boolean isTerminal() {
        try {
            return System.console() != null
                    && !"dumb".equals(System.getenv("TERM"))
                    && (!Files.isSymbolicLink(STANDARD_ERROR)
                            || Files.readSymbolicLink(STANDARD_ERROR).startsWith("/dev"));
        } catch (IOException | SecurityException unknown) {
            return false;
        }
    }

    /**
     * Says what is done from now on.
     *
     * @param what in some words; cut if it does not fit into a line
     */
    public void show(String what) {
        if (to != null) {
            String line = what.length() > MOST ? what.substring(0, MOST) : what;
            to.print('\r' + line + " ".repeat(Math.max(0, shown - line.length())));
            to.flush();
            shown = line.length();
        }
    }

    /** Leaves the line empty: something else is about to be printed, by whomever. */
    public void clear() {
        if (shown > 0) {
            show("");
            to.print('\r');
            to.flush();
            shown = 0;
        }
    }
}
