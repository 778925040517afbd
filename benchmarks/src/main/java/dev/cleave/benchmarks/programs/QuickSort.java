package dev.cleave.benchmarks.programs;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Sorts longs: partition around the median of three, then both sides in parallel. */
public final class QuickSort implements Problem {
    private final int threshold;
    private final long[] numbers;
    private long forks;

    /**
     * Random numbers to sort.
     *
     * @param threshold the most numbers that are left to {@link Arrays#sort(long[], int, int)}
     */
    public QuickSort(int size, int threshold) {
        this.threshold = threshold;
        numbers = new long[size];
    }

    /** How many numbers there are. */
    public int size() {
        return numbers.length;
    }

    /** The numbers; after a run, in order. */
    long[] numbers() {
        return numbers;
    }

    /** The most numbers that are left to the library's sort. */
    public int threshold() {
        return threshold;
    }

    @Override
    public void prepare() {
        SplittableRandom random = new SplittableRandom(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.nextLong();
        }
    }

    @Override
    public void serial() {
        forks = sort(0, size());
    }

    /** Sorts, and counts how often it divided: the divisions depend on the data. */
    private long sort(int from, int to) {
        if (to - from <= threshold) {
            sortLeaf(from, to);
            return 0;
        }
        int middle = partition(from, to);
        long left = sort(from, middle);
        long right = sort(middle, to);
        return 1 + left + right;
    }

    /** Takes how often a parallel run divided. */
    public void divisions(long value) {
        forks = value;
    }

    /** Sorts a part that is not divided. */
    public void sortLeaf(int from, int to) {
        Arrays.sort(numbers, from, to);
    }

    /**
     * Divides a part of at least two numbers.
     *
     * @return where the right side begins; both sides have a number, and none on the left is
     *     greater than one on the right
     */
    public int partition(int from, int to) {
        long first = numbers[from];
        long middle = numbers[(from + to) >>> 1];
        long last = numbers[to - 1];
        long pivot = Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last));
        int left = from - 1;
        int right = to;
        while (true) {
            do {
                left++;
            } while (numbers[left] < pivot);
            do {
                right--;
            } while (numbers[right] > pivot);
            if (left >= right) {
                // A part that begins at its own pivot would leave its left side empty.
                return Math.max(left, from + 1);
            }
            long swapped = numbers[left];
            numbers[left] = numbers[right];
            numbers[right] = swapped;
        }
    }

    @Override
    public String answer() {
        return Digest.of(numbers.length, i -> numbers[i]);
    }

    @Override
    public long forks() {
        return forks;
    }
}
