package dev.cleave.profiler.text;

import java.util.Locale;

/** How numbers are written for people. */
public final class Numbers {
    private static final double NANO = 1e-9;
    private static final double MICRO = 1e-6;
    private static final double MILLI = 1e-3;
    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    private Numbers() {}

    /**
     * A time in a unit in which it has one to three digits before the point.
     *
     * @param seconds how long
     * @return as in {@code 2.5 ms}
     */
    public static String time(double seconds) {
        if (seconds >= 1 || seconds == 0) {
            return format("%.2f s", seconds);
        }
        if (seconds >= MILLI) {
            return format("%.1f ms", seconds / MILLI);
        }
        if (seconds >= MICRO) {
            return format("%.1f µs", seconds / MICRO);
        }
        return format("%.0f ns", seconds / NANO);
    }

    /**
     * A time for a column of them on a terminal: always two digits after the point, and ASCII.
     *
     * @param nanos how long
     * @return as in {@code 2.50 us}
     */
    public static String columnTime(double nanos) {
        double value = nanos;
        int unit = 0;
        while (value >= 1_000 && unit < UNITS.length - 1) {
            value /= 1_000;
            unit++;
        }
        return format("%.2f %s", value, UNITS[unit]);
    }

    /**
     * A part of a whole.
     *
     * @param share from 0 to 1
     * @return as in {@code 12.5 %}
     */
    public static String percent(double share) {
        return format("%.1f %%", 100 * share);
    }

    /**
     * A parallelism or a speedup.
     *
     * @param value how many times
     * @return it, with two digits after the point if it is below 100
     */
    public static String factor(double value) {
        return format(value < 100 ? "%.2f" : "%,.0f", value);
    }

    /**
     * A number of things that are named elsewhere.
     *
     * @param number how many
     * @return as in {@code 1,023}
     */
    public static String count(long number) {
        return format("%,d", number);
    }

    /**
     * A number of things.
     *
     * @param number how many
     * @param one what one is called
     * @param many what any other number of them is called
     * @return as in {@code 1 task} and {@code 1,023 tasks}
     */
    public static String count(long number, String one, String many) {
        return count(number) + " " + (number == 1 ? one : many);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
