package dev.cleave.benchmarks;

/**
 * How much time one virtual machine spends, for all its sizes of pool together.
 *
 * @param warmUpNanos the most to spend on runs that do not count
 * @param measureNanos the most to spend on runs that count, once there are {@code fewestRuns}
 * @param fewestRuns runs to make however long they take, unless the first exceeds the whole budget
 */
record Budget(long warmUpNanos, long measureNanos, int fewestRuns) {
    private static final double SECOND = 1e9;

    /** What a suite may take in quick mode, so that it ends within two minutes. */
    private static final double QUICK_SUITE_SECONDS = 95;

    /** What starting a virtual machine, making inputs and checking answers takes of that. */
    private static final double START_SECONDS = 0.7;

    /** The part of a short time that compilers need to find out what to compile. */
    private static final double WARM_UP = 0.75;

    private static final double SHORTEST_SECONDS = 0.25;
    private static final double LONGEST_SECONDS = 3;

    /** The most virtual machines that have a time worth measuring in quick mode. */
    static final int QUICK_MACHINES =
            (int) (QUICK_SUITE_SECONDS / (START_SECONDS + SHORTEST_SECONDS));

    /** The budget for papers' sizes. */
    static Budget full() {
        return new Budget((long) (6 * SECOND), (long) (8 * SECOND), 3);
    }

    /**
     * The budget with which a suite stays within two minutes.
     *
     * @param machinesLeft virtual machines that have yet to run
     * @param elapsedNanos how long the suite has run already
     */
    static Budget quick(int machinesLeft, long elapsedNanos) {
        double left = QUICK_SUITE_SECONDS - elapsedNanos / SECOND;
        double each = left / Math.max(1, machinesLeft) - START_SECONDS;
        double seconds = Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, each));
        return new Budget(
                (long) (WARM_UP * seconds * SECOND), (long) ((1 - WARM_UP) * seconds * SECOND), 2);
    }

    /** The part of it for one of so many sizes of pool. */
    Budget share(int sizes) {
        return new Budget(warmUpNanos / sizes, measureNanos / sizes, fewestRuns);
    }
}
