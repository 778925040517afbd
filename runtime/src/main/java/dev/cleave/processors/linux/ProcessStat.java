package dev.cleave.processors.linux;

import java.nio.file.Path;

/** What stands in the {@code stat} file of a process. */
public final class ProcessStat {
    /** The field, counted from the state, that says when the process started. */
    private static final int START_FIELD = 19;

    private ProcessStat() {}

    /**
     * When a process started, which tells it from others of the same number, be they in another
     * process namespace.
     *
     * @param stat the file's text; may be null
     * @return ticks since the system started; -1 if the text does not say
     */
    public static long start(String stat) {
        String text = stat == null ? "" : stat;
        // The name, in parentheses, may contain anything.
        String[] fields = text.substring(text.lastIndexOf(')') + 1).strip().split(" ");
        return fields.length <= START_FIELD ? -1 : SmallFile.number(fields[START_FIELD]);
    }

    /** When this process started, as {@link #start} says; -1 if the system does not. */
    public static long ownStart() {
        return start(SmallFile.read(Path.of("/proc/self/stat")));
    }
}
