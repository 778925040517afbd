package dev.cleave.agent.workspan;

import java.util.Arrays;

/**
 * How long the calls of one future, or the tasks of one class, last, by how deep they are. Those
 * that have long been short are measured as one strand, whatever they fork: else timing would take
 * many times what they do. Shared by all threads, which write without synchronisation, as a lost
 * sample is of no matter.
 */
final class Grain {
    /**
     * Nanoseconds that are short: what is lost of the parallelism within is no more than what it
     * costs to hand a few tasks over. 0 to measure everything.
     */
    static long limit;

    /** The property that says otherwise: {@code -Ddev.cleave.workspan.grain=0}. */
    static final String PROPERTY = "dev.cleave.workspan.grain";

    static final long DEFAULT = 5_000;

    /** Deeper ones count as of the last depth. */
    private static final int DEPTHS = 256;

    /** So many in a row must have been short. */
    private static final int FIRST_ENOUGH = 64;

    /** Each time that turns out to have been wrong, so many times more are asked for. */
    private static final int DOUBT = 4;

    private static final int MOST_ENOUGH = 1 << 20;

    private final int[] inARow = new int[DEPTHS];
    private final int[] enough = new int[DEPTHS];

    Grain() {
        Arrays.fill(enough, FIRST_ENOUGH);
    }

    /** Whether what is so deep is to be one strand. */
    boolean isShort(int depth) {
        int at = Math.min(depth, DEPTHS - 1);
        return inARow[at] >= enough[at];
    }

    /** One has ended. */
    void ended(int depth, long nanos) {
        int at = Math.min(depth, DEPTHS - 1);
        if (nanos < limit) {
            inARow[at] = Math.min(inARow[at] + 1, MOST_ENOUGH);
        } else {
            if (inARow[at] >= enough[at]) {
                enough[at] = Math.min(DOUBT * enough[at], MOST_ENOUGH);
            }
            inARow[at] = 0;
        }
    }
}
