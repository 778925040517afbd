package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * The sum of many square roots. The numbers are squares of small integers, so every partial sum is
 * an integer far below 2^53, and no order of additions rounds.
 */
public final class SquareRoots implements HandDivided {
    private static final int MOST = 1 << 10;
    private static final int DIVIDED = 64;

    private final double[] numbers;
    private final int threshold;
    private final DoubleAdder pieces = new DoubleAdder();
    private double sum;

    /**
     * Numbers to take roots of.
     *
     * @param threshold up to how many a task adds up without dividing them; futures have none
     */
    public SquareRoots(int size, int threshold) {
        this.threshold = threshold;
        numbers = new double[size];
        for (int i = 0; i < size; i++) {
            double root = i % MOST;
            numbers[i] = root * root;
        }
    }

    /** The numbers; nobody writes to them. */
    public double[] numbers() {
        return numbers;
    }

    /** Up to how many a task adds up without dividing them. */
    public int threshold() {
        return threshold;
    }

    /** Takes the result of a parallel run. */
    public void sum(double value) {
        sum = value;
    }

    @Override
    public void serial() {
        sum = sum(numbers);
    }

    @Override
    public List<Runnable> pieces() {
        pieces.reset();
        List<Runnable> all = new ArrayList<>();
        for (int i = 0; i < DIVIDED; i++) {
            int from = (int) ((long) numbers.length * i / DIVIDED);
            int to = (int) ((long) numbers.length * (i + 1) / DIVIDED);
            all.add(() -> pieces.add(partialSum(numbers, from, to)));
        }
        return all;
    }

    @Override
    public void combine() {
        sum = pieces.sum();
    }

    private static double sum(double[] numbers) {
        double sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            sum += Math.sqrt(numbers[i]);
        }
        return sum;
    }

    private static double partialSum(double[] numbers, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += Math.sqrt(numbers[i]);
        }
        return sum;
    }

    @Override
    public String answer() {
        return Double.toString(sum);
    }

    @Override
    public long forks() {
        return divisions(numbers.length);
    }

    private long divisions(int size) {
        int half = size / 2;
        return size <= threshold ? 0 : 1 + divisions(half) + divisions(size - half);
    }
}
