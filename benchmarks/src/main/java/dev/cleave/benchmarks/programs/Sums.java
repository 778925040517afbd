package dev.cleave.benchmarks.programs;

/**
 * A sum over the numbers of a range, taken some times: what loops over collections come down to.
 */
public final class Sums implements Problem {
    private final int numbers;
    private final int times;
    private long sum;

    /** A range of so many numbers, added up so many times. */
    public Sums(int numbers, int times) {
        this.numbers = numbers;
        this.times = times;
    }

    /** How many numbers there are. */
    public int numbers() {
        return numbers;
    }

    /** Adds up a range. */
    public interface Adder {
        /** The sum of what {@link #term} gives for all numbers. */
        long sum(int time);
    }

    /** Adds up all times, one after the other, in whatever way. */
    public void add(Adder adder) {
        long all = 0;
        for (int time = 0; time < times; time++) {
            all = all * 31 + adder.sum(time);
        }
        sum = all;
    }

    /** What is added: bits mixed, some nanoseconds. */
    public static long term(int time, int number) {
        long bits = (number ^ time) * 0x9E3779B97F4A7C15L;
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        return bits ^ bits >>> 31;
    }

    @Override
    public void serial() {
        add(
                time -> {
                    long all = 0;
                    for (int i = 0; i < numbers; i++) {
                        all += term(time, i);
                    }
                    return all;
                });
    }

    @Override
    public String answer() {
        return Long.toString(sum);
    }

    @Override
    public long forks() {
        return 0;
    }
}
