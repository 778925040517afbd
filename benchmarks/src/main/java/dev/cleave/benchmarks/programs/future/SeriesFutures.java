package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Series;

/** {@link Series}: a parallel loop over the pairs. */
final class SeriesFutures {
    private SeriesFutures() {}

    static void run(Series problem) {
        for (@Parallel int n = 0; n < problem.pairs(); n++) {
            problem.pair(n);
        }
    }
}
