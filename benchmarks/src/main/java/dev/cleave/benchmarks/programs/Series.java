package dev.cleave.benchmarks.programs;

import java.util.Arrays;

/**
 * Java Grande's Series: the first Fourier coefficients of (x + 1)^x over 0 to 2, each integral by
 * the trapezoid rule. {@link StrictMath} gives every compiler's code the same bits.
 */
public final class Series implements Problem {
    private static final int INTERVALS = 1_000;
    private static final double LENGTH = 2;

    private final double[] cosines;
    private final double[] sines;

    /** So many pairs of coefficients. */
    public Series(int pairs) {
        cosines = new double[pairs];
        sines = new double[pairs];
    }

    /** How many pairs of coefficients there are. */
    public int pairs() {
        return cosines.length;
    }

    /** The coefficient of the n-th cosine; the 0th is the mean. */
    double cosine(int n) {
        return cosines[n];
    }

    /** The coefficient of the n-th sine. */
    double sine(int n) {
        return sines[n];
    }

    @Override
    public void prepare() {
        Arrays.fill(cosines, 0);
        Arrays.fill(sines, 0);
    }

    @Override
    public void serial() {
        for (int n = 0; n < pairs(); n++) {
            pair(n);
        }
    }

    /** Computes the n-th coefficients. */
    public void pair(int n) {
        double width = LENGTH / INTERVALS;
        double cosine = 0;
        double sine = 0;
        for (int i = 0; i <= INTERVALS; i++) {
            double x = i * width;
            double weight = i == 0 || i == INTERVALS ? 0.5 : 1;
            double value = weight * StrictMath.pow(x + 1, x);
            double angle = 2 * Math.PI / LENGTH * n * x;
            cosine += value * StrictMath.cos(angle);
            sine += value * StrictMath.sin(angle);
        }
        cosines[n] = cosine * width * (n == 0 ? 1 : 2) / LENGTH;
        sines[n] = sine * width * 2 / LENGTH;
    }

    @Override
    public String answer() {
        return Digest.of(new double[][] {cosines, sines});
    }

    /** The task version's tasks compute so many pairs without dividing. */
    public int threshold() {
        return 4;
    }

    @Override
    public long forks() {
        return Halving.divisions(pairs(), threshold());
    }
}
