package dev.cleave.benchmarks.programs;

/**
 * Calls that have five longs, 40 bytes, as arguments: what is pending keeps them all. A loop has a
 * complete binary tree of calls in every iteration. In low trees, futures pend at every call that
 * makes two; in a high one, only down to the depth that the runtime finds worth it.
 */
public final class Arguments implements Problem {
    private final int levels;
    private final int times;
    private long sum;

    /**
     * A loop over trees of calls.
     *
     * @param levels of calls that make two calls; below them are those that make none
     * @param times how many pairs of trees there are
     */
    public Arguments(int levels, int times) {
        this.levels = levels;
        this.times = times;
    }

    /** Levels of calls that make two calls. */
    public int levels() {
        return levels;
    }

    /** How many pairs of trees there are. */
    public int times() {
        return times;
    }

    /** Takes the result of a parallel run: that of all trees together. */
    public void sum(long value) {
        sum = value;
    }

    @Override
    public void serial() {
        sum = mixes(levels, times);
    }

    private static long mixes(int levels, int times) {
        long all = 0;
        for (int i = 0; i < times; i++) {
            long first = mix(levels, i, 1, 2, 3);
            long second = mix(levels, 3, 2, 1, i);
            all += first + second;
        }
        return all;
    }

    private static long mix(long level, long a, long b, long c, long d) {
        if (level == 0) {
            return leaf(a, b, c, d);
        }
        long first = mix(level - 1, b, c, d, a + 1);
        long second = mix(level - 1, c, d, a, b ^ level);
        return first + second;
    }

    /** The result of a call that makes none. */
    public static long leaf(long a, long b, long c, long d) {
        return (a ^ b) + (c ^ d);
    }

    @Override
    public String answer() {
        return Long.toString(sum);
    }

    @Override
    public long forks() {
        return times * ((2L << levels) - 1);
    }
}
