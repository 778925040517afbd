package dev.cleave.profiler;

import dev.cleave.profiler.workspan.WorkSpanReport;
import java.util.Locale;

/** How numbers are written for people. */
final class Numbers {
    private static final double NANO = 1e-9;
    private static final double MICRO = 1e-6;
    private static final double MILLI = 1e-3;

    private Numbers() {}

    /** A time in a unit in which it has one to three digits before the point. */
    static String time(double seconds) {
        if (seconds >= 1 || seconds == 0) {
            return String.format(Locale.ROOT, "%.2f s", seconds);
        }
        if (seconds >= MILLI) {
            return String.format(Locale.ROOT, "%.1f ms", seconds / MILLI);
        }
        if (seconds >= MICRO) {
            return String.format(Locale.ROOT, "%.1f µs", seconds / MICRO);
        }
        return String.format(Locale.ROOT, "%.0f ns", seconds / NANO);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    static String factor(double value) {
        return WorkSpanReport.factor(value);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String energy(Profile.Energy energy) {
        return energy.unavailable() == null
                ? String.format(
                        Locale.ROOT,
                        "energy %.1f J, %.1f W of the whole machine's processors",
                        energy.joules(),
                        energy.watts())
                : "energy unknown: " + energy.unavailable();
    }
}
