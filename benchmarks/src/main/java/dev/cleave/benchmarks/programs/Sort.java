package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/**
 * Merge sort by quarters: sort the quarters, merge them in pairs into a workspace, and merge those
 * back. Merges divide too, the larger side in the middle and the other where that value belongs.
 * Below a threshold a part is sorted by quicksort.
 *
 * <p>Each subclass is the leaf code for one type of element; positions are indices of its arrays.
 */
public abstract class Sort implements Problem {
    /** The most elements that are sorted, or of the larger side merged, without dividing. */
    static final int THRESHOLD = 2048;

    /** The most elements that are left to insertion sort. */
    static final int INSERTION = 20;

    private final int size;
    private final int bound;
    private long forks;

    /**
     * Random numbers to sort.
     *
     * @param bound the numbers are from 0 to this, exclusive; 0 for the whole range of the type
     */
    Sort(int size, int bound) {
        this.size = size;
        this.bound = bound;
    }

    /** How many numbers there are. */
    public final int size() {
        return size;
    }

    /** The most elements that are sorted, or of the larger side merged, without dividing. */
    public final int threshold() {
        return THRESHOLD;
    }

    @Override
    public final void prepare() {
        fill(new SplittableRandom(size), bound);
    }

    abstract void fill(SplittableRandom random, int bound);

    @Override
    public final void serial() {
        forks = sort(0, size);
    }

    /** Sorts, and counts how often a parallel version would fork: merges divide by the data. */
    private long sort(int from, int count) {
        if (count <= threshold()) {
            sortLeaf(from, from + count - 1);
            return 0;
        }
        int quarter = count / 4;
        int middle = from + 2 * quarter;
        int rest = count - 3 * quarter;
        long lower = sortHalf(from, quarter, quarter);
        long upper = sortHalf(middle, quarter, rest);
        long below = lower + upper;
        return 1 + below + merge(false, from, 2 * quarter, middle, quarter + rest, from);
    }

    private long sortHalf(int from, int count, int secondCount) {
        long first = sort(from, count);
        long second = sort(from + count, secondCount);
        long below = first + second;
        return 1 + below + merge(true, from, count, from + count, secondCount, from);
    }

    private long merge(boolean out, int first, int count, int second, int secondCount, int target) {
        if (count < secondCount) {
            return merge(out, second, secondCount, first, count, target);
        }
        if (count <= threshold()) {
            mergeLeaf(out, first, count, second, secondCount, target);
            return 0;
        }
        int half = count / 2;
        int split = split(out, first + half, second, secondCount);
        long lower = merge(out, first, half, second, split, target);
        long upper =
                merge(
                        out,
                        first + half,
                        count - half,
                        second + split,
                        secondCount - split,
                        target + half + split);
        return 1 + lower + upper;
    }

    /** Takes how often a parallel run divided. */
    public final void divisions(long value) {
        forks = value;
    }

    /** Sorts the numbers from {@code low} to {@code high}, both inclusive, in place. */
    public abstract void sortLeaf(int low, int high);

    /**
     * Merges two sorted parts.
     *
     * @param out true from the numbers into the workspace, false from the workspace back
     */
    public abstract void mergeLeaf(
            boolean out, int first, int count, int second, int secondCount, int target);

    /** How many numbers of a sorted part are less than the one at {@code pivot}. */
    public abstract int split(boolean out, int pivot, int from, int count);

    abstract long element(int index);

    @Override
    public final String answer() {
        return Digest.of(size, this::element);
    }

    @Override
    public final long forks() {
        return forks;
    }
}
