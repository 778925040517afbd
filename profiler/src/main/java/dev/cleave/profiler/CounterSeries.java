package dev.cleave.profiler;

import java.util.Arrays;

/**
 * Counters that only grow, at moments. At most {@value #MOST} moments are kept: when they are full,
 * every second one goes, which makes the course coarser and leaves the sums exact.
 */
final class CounterSeries {
    private static final int MOST = 256;

    private final long[] moments = new long[MOST];
    private final long[][] values = new long[MOST][];
    private int size;

    /** Moments may come in any order, as events in a recording do. */
    void add(long moment, long[] counters) {
        if (size == MOST) {
            thin();
        }
        int at = Arrays.binarySearch(moments, 0, size, moment);
        if (at >= 0) {
            values[at] = counters;
            return;
        }
        at = -at - 1;
        System.arraycopy(moments, at, moments, at + 1, size - at);
        System.arraycopy(values, at, values, at + 1, size - at);
        moments[at] = moment;
        values[at] = counters;
        size++;
    }

    private void thin() {
        // The first says what was before the recording, the last is the sum.
        int kept = 1;
        for (int i = 1; i < size; i += 2) {
            moments[kept] = moments[i];
            values[kept++] = values[i];
        }
        size = kept;
    }

    /**
     * Gives the counters a beginning. A worker that began while the recording ran, or a recording
     * that has the program's beginning, counts from zero; else the first values are what was before
     * the recording, and are left out.
     */
    void begin(Bins bins, boolean fromTheProgramsStart) {
        if (size == 0) {
            return;
        }
        long lived = lived();
        long began = lived == 0 ? bins.start() : moments[0] - lived;
        if (fromTheProgramsStart || lived > 0 && began >= bins.start()) {
            long zeroAt = Math.max(began, bins.start());
            if (zeroAt < moments[0]) {
                add(zeroAt, new long[Counter.COUNT]);
            }
        }
    }

    /** Whether it counted before a moment, by the time that it had counted when it first told. */
    boolean isOlderThan(long moment) {
        return size > 0 && moments[0] - lived() < moment;
    }

    /** Whether something was counted down, which one worker never does. */
    boolean isOfSeveral() {
        for (int i = 1; i < size; i++) {
            for (Counter counter : Counter.values()) {
                // The times of a running worker are estimates.
                if (!counter.time
                        && values[i][counter.ordinal()] < values[i - 1][counter.ordinal()]) {
                    return true;
                }
            }
        }
        return false;
    }

    private long lived() {
        long lived = 0;
        for (Counter counter : Counter.values()) {
            lived += counter.time ? values[0][counter.ordinal()] : 0;
        }
        return lived;
    }

    /** How much a counter grew. */
    long total(Counter counter) {
        return size == 0 ? 0 : values[size - 1][counter.ordinal()] - values[0][counter.ordinal()];
    }

    /** How much a counter grew in each bin. */
    double[] binned(Counter counter, Bins bins) {
        double[] grown = new double[bins.count()];
        for (int i = 1; i < size; i++) {
            long more = values[i][counter.ordinal()] - values[i - 1][counter.ordinal()];
            if (more > 0) {
                bins.spread(grown, moments[i - 1], moments[i], more);
            }
        }
        return grown;
    }

    /** The longest time between two moments, in nanoseconds: what happened in it is evened out. */
    long resolution() {
        long longest = 0;
        for (int i = 1; i < size; i++) {
            longest = Math.max(longest, moments[i] - moments[i - 1]);
        }
        return longest;
    }
}
