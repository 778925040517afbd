package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.MonteCarlo;

/** {@link MonteCarlo}: a parallel loop over the paths. */
final class MonteCarloFutures {
    private MonteCarloFutures() {}

    static void run(MonteCarlo problem) {
        for (@Parallel int path = 0; path < problem.paths(); path++) {
            problem.walk(path);
        }
        problem.average();
    }
}
