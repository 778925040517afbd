package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.Statistics;
import java.util.List;

/**
 * How long the processors of a failure's victim were lost to those that want them.
 *
 * @param what happened, and until when it was measured, in words
 * @param times how often it was made to happen
 * @param aimMillis the longest that it may take
 */
record Loss(String what, int times, double medianMillis, double worstMillis, double aimMillis) {
    static final double AIM_MILLIS = 1_000;

    static Loss of(String what, List<Double> millis) {
        Statistics statistics = Statistics.of(millis.stream().mapToDouble(Double::doubleValue));
        return new Loss(what, millis.size(), statistics.median(), statistics.worst(), AIM_MILLIS);
    }

    boolean isReached() {
        return worstMillis <= aimMillis;
    }
}
