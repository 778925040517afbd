package dev.cleave.benchmarks.programs;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Says of every number in an array whether it is prime: a map whose elements cost unequally much.
 */
public final class Primes implements Problem {
    private static final int SMALLEST = 1_000;
    private static final int LARGEST = 1 << 17;

    private final int threshold;
    private final int[] numbers;
    private final boolean[] prime;

    /**
     * Random numbers to test.
     *
     * @param threshold the most numbers that a task tests without dividing
     */
    public Primes(int size, int threshold) {
        this.threshold = threshold;
        numbers = new SplittableRandom(size).ints(size, SMALLEST, LARGEST).toArray();
        prime = new boolean[size];
    }

    /** How many numbers there are. */
    public int size() {
        return numbers.length;
    }

    /** The most numbers that a task tests without dividing. */
    public int threshold() {
        return threshold;
    }

    /** The number at an index. */
    int number(int index) {
        return numbers[index];
    }

    /** What the last run found of the number at an index. */
    boolean isPrimeAt(int index) {
        return prime[index];
    }

    @Override
    public void prepare() {
        Arrays.fill(prime, false);
    }

    @Override
    public void serial() {
        for (int i = 0; i < size(); i++) {
            test(i);
        }
    }

    /** Tests the number at an index. */
    public void test(int index) {
        prime[index] = isPrime(numbers[index]);
    }

    private static boolean isPrime(int number) {
        if (number % 2 == 0) {
            return number == 2;
        }
        for (int divisor = 3; divisor * divisor <= number; divisor += 2) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return number > 1;
    }

    @Override
    public String answer() {
        return Digest.of(prime.length, i -> prime[i] ? 1 : 0);
    }

    @Override
    public long forks() {
        return Halving.divisions(numbers.length, threshold);
    }
}
