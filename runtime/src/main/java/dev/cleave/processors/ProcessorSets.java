package dev.cleave.processors;

/** Counts the processors of sets as the kernel writes them; 0 for what is no such set. */
final class ProcessorSets {
    private static final String ALLOWED = "Cpus_allowed:";

    private ProcessorSets() {}

    /** Of a {@code status} file's affinity mask: hexadecimal, a comma after every eight digits. */
    static int affinity(String status) {
        int at = status == null ? -1 : status.indexOf(ALLOWED);
        if (at < 0) {
            return 0;
        }
        String mask = status.substring(at + ALLOWED.length()).stripLeading();
        int count = 0;
        for (int i = 0; i < mask.length() && !Character.isWhitespace(mask.charAt(i)); i++) {
            int digit = Character.digit(mask.charAt(i), 16);
            if (digit < 0 && mask.charAt(i) != ',') {
                return 0;
            }
            count += Integer.bitCount(Math.max(0, digit));
        }
        return count;
    }

    /** Of a list such as {@code 0-3,8}. */
    static int list(String list) {
        if (list == null || list.isBlank()) {
            return 0;
        }
        long count = 0;
        for (String range : list.trim().split(",", -1)) {
            String[] ends = range.split("-", 2);
            long first = SmallFile.number(ends[0]);
            long last = SmallFile.number(ends[ends.length - 1]);
            if (first < 0 || last < first) {
                return 0;
            }
            count += last - first + 1;
        }
        return (int) Math.min(count, Integer.MAX_VALUE);
    }
}
