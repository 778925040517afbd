package dev.cleave.spark.example;

import dev.cleave.spark.Divisible;
import java.util.List;

/**
 * The area under x sin x / 10, by intervals that are halved while the halves do not agree with the
 * whole.
 *
 * @param tolerance how far they may be from it, as an area
 * @param grain how wide an interval is not to be divided among threads any more
 */
public record Integrate(double tolerance, double grain)
        implements Divisible<Integrate.Interval, Double> {
    /** From left to right, with the area of a rectangle as high as the curve is in the middle. */
    public record Interval(double left, double right, double area) implements java.io.Serializable {
        /** The interval between two numbers. */
        public Interval(double left, double right) {
            this(left, right, at((left + right) * 0.5) * (right - left));
        }

        private Interval first() {
            return new Interval(left, (left + right) * 0.5);
        }

        private Interval second() {
            return new Interval((left + right) * 0.5, right);
        }

        private static double at(double x) {
            return 0.1 * x * Math.sin(x);
        }
    }

    @Override
    public boolean isSmall(Interval interval) {
        return interval.right - interval.left <= grain;
    }

    @Override
    public Double solve(Interval interval) {
        return refine(interval.left, interval.right, interval.area);
    }

    private double refine(double left, double right, double area) {
        double middle = (left + right) * 0.5;
        double first = Interval.at((left + middle) * 0.5) * (middle - left);
        double second = Interval.at((middle + right) * 0.5) * (right - middle);
        if (Math.abs(first + second - area) <= tolerance) {
            return first + second;
        }
        return refine(left, middle, first) + refine(middle, right, second);
    }

    @Override
    public List<Interval> split(Interval interval) {
        return List.of(interval.first(), interval.second());
    }

    @Override
    public Double combine(Double first, Double second) {
        return first + second;
    }
}
