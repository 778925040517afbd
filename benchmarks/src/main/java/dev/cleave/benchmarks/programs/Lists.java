package dev.cleave.benchmarks.programs;

/**
 * A sum over a tree each of whose inner nodes has a list of children: forked one after the other,
 * and joined in that order, as those who come from futures write it.
 */
public final class Lists implements Problem {
    private final int levels;
    private final int children;
    private final int times;
    private long sum;

    /**
     * A tree.
     *
     * @param levels below the root
     * @param children of a node that is not a leaf
     * @param times how often a run adds it up, each time handed to the pool from outside
     */
    public Lists(int levels, int children, int times) {
        this.levels = levels;
        this.children = children;
        this.times = times;
    }

    /** Levels below the root. */
    public int levels() {
        return levels;
    }

    /** Children of a node that is not a leaf. */
    public int children() {
        return children;
    }

    /** How often a run adds the tree up. */
    public int times() {
        return times;
    }

    /** What a node adds. */
    public static long value(long number) {
        return number * number ^ number >>> 3;
    }

    /** The number of a node's child. */
    public long child(long number, int index) {
        return number * children + index;
    }

    /** Takes the result of a parallel run: all its sums together. */
    public void sum(long value) {
        sum = value;
    }

    @Override
    public void serial() {
        long all = 0;
        for (int i = 0; i < times; i++) {
            all += sum(levels, 1);
        }
        sum = all;
    }

    private long sum(int level, long number) {
        long all = value(number);
        if (level > 0) {
            for (int i = 0; i < children; i++) {
                all += sum(level - 1, child(number, i));
            }
        }
        return all;
    }

    @Override
    public String answer() {
        return Long.toString(sum);
    }

    @Override
    public long forks() {
        long nodes = 0;
        long onLevel = 1;
        for (int level = 0; level < levels; level++) {
            onLevel *= children;
            nodes += onLevel;
        }
        return times * nodes;
    }

    @Override
    public long invocations() {
        return times;
    }
}
