package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Histogram;

/** {@link Histogram}: a method that halves the parts, with a future for the first half. */
final class HistogramFutures {
    private HistogramFutures() {}

    static void run(Histogram problem) {
        problem.counts(countAll(problem, 0, problem.parts()));
    }

    private static int[] countAll(Histogram problem, int from, int to) {
        if (to - from == 1) {
            return problem.count(from);
        }
        int middle = (from + to) >>> 1;
        @Future int[] left = countAll(problem, from, middle);
        int[] right = countAll(problem, middle, to);
        return Histogram.merge(left, right);
    }
}
