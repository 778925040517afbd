package dev.cleave.agent.workspan;

import java.util.Arrays;

/**
 * How long the calls of one future, or the tasks of one class, last, by how deep they are. Where
 * they are short on average they are measured as one strand each, whatever they fork: else timing
 * would take many times what they do. Shared by all threads, which write without synchronisation,
 * as a lost sample is of no matter.
 */
final class Grain {
    /** The property that sets {@link #limit}: {@code -Ddev.cleave.workspan.grain=0}. */
    static final String PROPERTY = "dev.cleave.workspan.grain";

    /**
     * What it costs to hand some tasks over. With less, the strands of tasks of nanoseconds take
     * more than the tasks.
     */
    static final long DEFAULT = 20_000;

    /** Nanoseconds that are short; 0 to measure everything. */
    static long limit;

    /** Nanoseconds of the longest that has been measured as one strand. */
    static long longest;

    /** So many limits are too long for one strand. */
    private static final int MOST = 40;

    /** Deeper ones count as of the last depth. */
    private static final int DEPTHS = 512;

    private static final int FIRST_ENOUGH = 64;

    /**
     * Each time that one was too long, so many times more samples are asked for; half as many again
     * when as often as that they have been short.
     */
    private static final int DOUBT = 4;

    private static final int MOST_ENOUGH = 1 << 20;

    /** Weight of the newest in the mean: one part in so many. */
    private static final int MEMORY = 16;

    private final long[] means = new long[DEPTHS];
    private final int[] samples = new int[DEPTHS];
    private final int[] enough = new int[DEPTHS];

    Grain() {
        Arrays.fill(enough, FIRST_ENOUGH);
    }

    /** Whether what is so deep is to be one strand. */
    boolean isShort(int depth) {
        int at = Math.min(depth, DEPTHS - 1);
        return samples[at] >= enough[at] && means[at] < limit;
    }

    /** One has ended, which {@link #isShort} was asked about. */
    void ended(int depth, long nanos) {
        int at = Math.min(depth, DEPTHS - 1);
        boolean wasShort = isShort(depth);
        if (wasShort && nanos > longest) {
            longest = nanos;
        }
        if (nanos > MOST * limit) {
            enough[at] = wasShort ? Math.min(DOUBT * enough[at], MOST_ENOUGH) : enough[at];
            samples[at] = 0;
            return;
        }
        means[at] += (nanos - means[at]) / MEMORY;
        if (++samples[at] > (DOUBT + 1) * enough[at]) {
            enough[at] = Math.max(FIRST_ENOUGH, enough[at] / 2);
            samples[at] = enough[at];
        }
    }
}
