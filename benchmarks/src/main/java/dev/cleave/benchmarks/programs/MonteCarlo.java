package dev.cleave.benchmarks.programs;

import java.util.Arrays;
import java.util.Random;

/**
 * Java Grande's MonteCarlo: what an asset will return, from many paths that its price may take: a
 * random walk (geometric Brownian motion) with the drift and the volatility of its past, which is
 * made by code here. A path's return is kept, and added up in order in the end, so that the mean is
 * the same to the last bit whoever walked it.
 */
public final class MonteCarlo implements Problem {
    private static final int STEPS = 1_000;
    private static final int PAST_SEED = 1;

    private final double drift;
    private final double volatility;
    private final double[] returns;
    private double expected;

    /** So many paths. */
    public MonteCarlo(int paths) {
        returns = new double[paths];
        double[] past = new double[STEPS];
        Random random = new Random(PAST_SEED);
        Arrays.setAll(past, i -> 0.0005 + 0.01 * random.nextGaussian());
        double mean = sum(past) / STEPS;
        double[] squares = Arrays.stream(past).map(r -> (r - mean) * (r - mean)).toArray();
        drift = mean;
        volatility = Math.sqrt(sum(squares) / (STEPS - 1));
    }

    /** How many paths there are. */
    public int paths() {
        return returns.length;
    }

    /** What the price's logarithm gains in all steps, in the mean. */
    double drift() {
        return drift * STEPS;
    }

    /** By how much, as a standard deviation, the paths differ in that. */
    double deviation() {
        return volatility * Math.sqrt(STEPS);
    }

    /** The mean over all paths of what the price's logarithm gains. */
    double expected() {
        return expected;
    }

    @Override
    public void prepare() {
        Arrays.fill(returns, 0);
    }

    @Override
    public void serial() {
        for (int path = 0; path < paths(); path++) {
            walk(path);
        }
        average();
    }

    /** Walks one path, which depends on its number alone. */
    public void walk(int path) {
        Random random = new Random(path);
        double price = 1;
        for (int step = 0; step < STEPS; step++) {
            price *= StrictMath.exp(drift + volatility * random.nextGaussian());
        }
        returns[path] = StrictMath.log(price);
    }

    /** Takes the mean of what all paths return. */
    public void average() {
        expected = sum(returns) / returns.length;
    }

    /** From the first to the last: a stream's sum compensates for rounding. */
    private static double sum(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum;
    }

    @Override
    public String answer() {
        return Digest.of(new double[][] {returns}) + ", mean " + expected;
    }

    /** The task version's tasks walk so many paths without dividing. */
    public int threshold() {
        return 16;
    }

    @Override
    public long forks() {
        return Halving.divisions(paths(), threshold());
    }
}
