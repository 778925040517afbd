package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Linpack;

/** {@link Linpack}: a parallel loop over the columns that are left. */
final class LinpackFutures {
    private LinpackFutures() {}

    static void run(Linpack problem) {
        for (int k = 0; k < problem.size(); k++) {
            problem.pivot(k);
            for (@Parallel int j = k + 1; j < problem.size(); j++) {
                problem.eliminate(k, j);
            }
        }
        problem.solve();
    }
}
