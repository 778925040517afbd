package dev.cleave.benchmarks;

/**
 * Says when a program has been run often enough to be measured: when its last runs took about
 * equally long. Compilers make a program faster in steps, and now and then slower for a while, so
 * one quick run says little.
 */
final class Settling {
    private static final int RUNS = 5;
    private static final double TOLERANCE = 0.05;

    private final long[] last = new long[RUNS];
    private int runs;

    /** Takes the time of one more run. */
    void add(long nanos) {
        last[runs++ % RUNS] = nanos;
    }

    /** Whether the last runs were within a twentieth of the fastest of them. */
    boolean settled() {
        if (runs < RUNS) {
            return false;
        }
        long fastest = Long.MAX_VALUE;
        long slowest = 0;
        for (long nanos : last) {
            fastest = Math.min(fastest, nanos);
            slowest = Math.max(slowest, nanos);
        }
        return slowest <= fastest * (1 + TOLERANCE);
    }
}
