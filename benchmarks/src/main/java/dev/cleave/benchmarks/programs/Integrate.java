package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * Adaptive integration by the one-point Gauss rule: an interval whose two halves do not agree with
 * the whole is divided. There is no threshold but the tolerance.
 */
public final class Integrate implements HandDivided {
    /** Levels of intervals above the pieces. */
    private static final int DIVIDED = 10;

    /** What is integrated. */
    public enum Integrand {
        /** FJTask section 4: the sum over odd i up to 5 of (2i-1) x^(2i-1). */
        ODD_POWERS {
            @Override
            public double at(double x) {
                double square = x * x;
                double fourth = square * square;
                return x * (1 + fourth * (5 + fourth * 9));
            }
        },
        /** (x² + 1) x, the integrand that later collections of fork/join programs use. */
        CUBIC {
            @Override
            public double at(double x) {
                return (x * x + 1) * x;
            }
        },
        /** x sin x / 10, a wave that grows. */
        WAVE {
            @Override
            public double at(double x) {
                return 0.1 * x * Math.sin(x);
            }
        };

        /** The value at {@code x}. */
        public abstract double at(double x);
    }

    private final Integrand integrand;
    private final double from;
    private final double to;
    private final double tolerance;

    /** The areas of all intervals that are divided by hand, numbered as in a heap. */
    private final double[] pieces = new double[2 << DIVIDED];

    private double area;
    private long forks;

    /**
     * An integral to approximate.
     *
     * @param tolerance how far the halves of an interval may be from the whole, as an area
     */
    public Integrate(Integrand integrand, double from, double to, double tolerance) {
        this.integrand = integrand;
        this.from = from;
        this.to = to;
        this.tolerance = tolerance;
    }

    /** What is integrated. */
    public Integrand integrand() {
        return integrand;
    }

    /** The left end. */
    public double from() {
        return from;
    }

    /** The right end. */
    public double to() {
        return to;
    }

    /** How far the halves of an interval may be from the whole, as an area. */
    public double tolerance() {
        return tolerance;
    }

    /** The approximation over an interval that is not divided. */
    public static double rectangle(Integrand integrand, double left, double right) {
        return integrand.at((left + right) * 0.5) * (right - left);
    }

    /** Takes the result of a parallel run. */
    public void area(double value) {
        area = value;
    }

    /** The result of the last run. */
    public double area() {
        return area;
    }

    @Override
    public void serial() {
        double whole = rectangle(integrand, from, to);
        area = refine(integrand, from, to, whole, tolerance);
    }

    @Override
    public List<Runnable> pieces() {
        List<Runnable> all = new ArrayList<>();
        divide(1, from, to, rectangle(integrand, from, to), all);
        return all;
    }

    /** The sums of halves are made by {@link #combine}, in the order of the serial program. */
    private void divide(int index, double left, double right, double whole, List<Runnable> all) {
        double middle = (left + right) * 0.5;
        double leftArea = rectangle(integrand, left, middle);
        double rightArea = rectangle(integrand, middle, right);
        if (index >= 1 << DIVIDED || Math.abs(leftArea + rightArea - whole) <= tolerance) {
            all.add(() -> pieces[index] = refine(integrand, left, right, whole, tolerance));
        } else {
            pieces[index] = Double.NaN;
            divide(2 * index, left, middle, leftArea, all);
            divide(2 * index + 1, middle, right, rightArea, all);
        }
    }

    @Override
    public void combine() {
        area = combined(1);
    }

    private double combined(int index) {
        return Double.isNaN(pieces[index])
                ? combined(2 * index) + combined(2 * index + 1)
                : pieces[index];
    }

    private static double refine(
            Integrand integrand, double left, double right, double whole, double tolerance) {
        double middle = (left + right) * 0.5;
        double leftArea = rectangle(integrand, left, middle);
        double rightArea = rectangle(integrand, middle, right);
        double both = leftArea + rightArea;
        if (Math.abs(both - whole) <= tolerance) {
            return both;
        }
        double first = refine(integrand, left, middle, leftArea, tolerance);
        double second = refine(integrand, middle, right, rightArea, tolerance);
        return first + second;
    }

    @Override
    public String answer() {
        return Double.toString(area);
    }

    @Override
    public long forks() {
        if (forks == 0) {
            forks = divisions(from, to, rectangle(integrand, from, to));
        }
        return forks;
    }

    private long divisions(double left, double right, double whole) {
        double middle = (left + right) * 0.5;
        double leftArea = rectangle(integrand, left, middle);
        double rightArea = rectangle(integrand, middle, right);
        if (Math.abs(leftArea + rightArea - whole) <= tolerance) {
            return 0;
        }
        return 1 + divisions(left, middle, leftArea) + divisions(middle, right, rightArea);
    }
}
