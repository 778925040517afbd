package dev.cleave.benchmarks;

import java.util.stream.DoubleStream;

/**
 * What is said of several measurements of one thing.
 *
 * @param best the smallest
 * @param median the one in the middle, or the mean of the two that are
 * @param worst the largest
 */
public record Statistics(double best, double median, double worst) {

    /**
     * Sums measurements up.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Statistics of(DoubleStream measurements) {
        double[] sorted = measurements.sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        int middle = sorted.length / 2;
        double median =
                sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Statistics(sorted[0], median, sorted[sorted.length - 1]);
    }

    /** How far the extremes are apart, as a part of the median. */
    public double spread() {
        return (worst - best) / median;
    }

    /** The geometric mean of some ratios; NaN if there are none. */
    public static double geometricMean(DoubleStream ratios) {
        return Math.exp(ratios.map(Math::log).average().orElse(Double.NaN));
    }
}
