package dev.cleave.processors.linux;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.StringTokenizer;

/** Sets of processors as the kernel writes them. Pure functions. */
public final class ProcessorSets {
    private static final String ALLOWED = "Cpus_allowed:";
    private static final int HEX_BITS = 4;

    private ProcessorSets() {}

    /** Processors from a first to a last one. */
    public record Range(long first, long last) {}

    /**
     * Those of a {@code status} file's affinity mask: hexadecimal, a comma after every eight
     * digits. None of what is no mask.
     */
    public static BitSet affinity(String status) {
        BitSet set = new BitSet();
        int at = status == null ? -1 : status.indexOf(ALLOWED);
        if (at < 0) {
            return set;
        }
        StringTokenizer mask = new StringTokenizer(status.substring(at + ALLOWED.length()));
        String digits = mask.hasMoreTokens() ? mask.nextToken().replace(",", "") : "";
        for (int i = 0; i < digits.length(); i++) {
            int digit = Character.digit(digits.charAt(digits.length() - 1 - i), 16);
            if (digit < 0) {
                return new BitSet();
            }
            for (int bit = 0; bit < HEX_BITS; bit++) {
                set.set(HEX_BITS * i + bit, (digit >> bit & 1) != 0);
            }
        }
        return set;
    }

    /** What a list such as {@code 0-3,8} names, in its order; nothing if it is no such list. */
    public static List<Range> ranges(String list) {
        List<Range> ranges = new ArrayList<>();
        for (String range : list == null ? new String[0] : list.trim().split(",", -1)) {
            String[] ends = range.split("-", 2);
            long first = SmallFile.number(ends[0]);
            long last = SmallFile.number(ends[ends.length - 1]);
            if (first < 0 || last < first) {
                return List.of();
            }
            ranges.add(new Range(first, last));
        }
        return ranges;
    }

    /** How many a list such as {@code 0-3,8} names; 0 if it is no such list. */
    static int list(String list) {
        long count = 0;
        for (Range range : ranges(list)) {
            count += range.last() - range.first() + 1;
        }
        return (int) Math.min(count, Integer.MAX_VALUE);
    }
}
