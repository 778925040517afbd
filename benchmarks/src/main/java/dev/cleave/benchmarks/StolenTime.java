package dev.cleave.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the host of a virtual machine has withheld from it, since it started: its processors had
 * something to run, and did not run. Two busy processors lose more than one, so it makes speedups
 * look smaller.
 *
 * @param stolen ticks withheld, of all processors
 * @param busy ticks with something to run, those included
 */
record StolenTime(long stolen, long busy) {
    private static final Path STATISTICS = Path.of("/proc/stat");

    /** Columns of the first line of that file, behind its name. */
    private static final int IDLE = 3;

    private static final int WAITS_FOR_DISK = 4;
    private static final int STOLEN = 7;

    /** What follows is contained in what precedes. */
    private static final int COLUMNS = 8;

    /** So far; nothing where the system does not tell. */
    static Optional<StolenTime> now() {
        try {
            return parse(Files.readString(STATISTICS));
        } catch (IOException notLinux) {
            return Optional.empty();
        }
    }

    static Optional<StolenTime> parse(String statistics) {
        String[] columns = statistics.lines().findFirst().orElse("").split(" +");
        if (!columns[0].equals("cpu") || columns.length <= COLUMNS) {
            return Optional.empty();
        }
        long busy = 0;
        for (int i = 0; i < COLUMNS; i++) {
            busy += i == IDLE || i == WAITS_FOR_DISK ? 0 : Long.parseLong(columns[i + 1]);
        }
        return Optional.of(new StolenTime(Long.parseLong(columns[STOLEN + 1]), busy));
    }

    /** Of the time that there was something to run, how much was withheld: 0 to 1. */
    double shareSince(StolenTime earlier) {
        return (double) (stolen - earlier.stolen) / Math.max(1, busy - earlier.busy);
    }
}
