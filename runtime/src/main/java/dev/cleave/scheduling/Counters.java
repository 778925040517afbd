package dev.cleave.scheduling;

/**
 * What a worker did, counted where it is slow already: forks are counted by the queue's own cursor,
 * tasks run follow from forks and steals, and clocks are read only when a worker changes activity.
 * The worker writes; others read values that may be a moment old.
 */
final class Counters {
    /** What a worker can be doing. */
    enum Activity {
        COMPUTE,
        SEEK,
        JOIN,
        IDLE
    }

    /** Without, times are 0: to measure what the clocks cost. */
    private static final boolean CLOCKS = Settings.isOn("dev.cleave.clocks", true);

    long stealsTried;
    long stealsWon;
    long submissionsTaken;
    long pollsAnswered;
    long promotions;
    long parks;
    private final long[] nanos = new long[Activity.values().length];
    private Activity activity = Activity.IDLE;
    private long since = System.nanoTime();

    /** Worker: from now on it does this; returns what it did before. */
    Activity enter(Activity next) {
        Activity before = activity;
        if (before != next && CLOCKS) {
            long now = System.nanoTime();
            nanos[before.ordinal()] += now - since;
            since = now;
            activity = next;
        }
        return before;
    }

    /** Nanoseconds spent, the present stretch included. */
    long nanos(Activity of) {
        long n = nanos[of.ordinal()];
        return CLOCKS && activity == of ? n + Math.max(0, System.nanoTime() - since) : n;
    }
}
