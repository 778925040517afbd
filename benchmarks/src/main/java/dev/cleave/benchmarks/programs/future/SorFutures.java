package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Sor;

/** {@link Sor}: a parallel loop over the rows of a half sweep. */
final class SorFutures {
    private SorFutures() {}

    static void run(Sor problem) {
        for (int i = 0; i < problem.iterations(); i++) {
            sweep(problem, 0);
            sweep(problem, 1);
        }
    }

    private static void sweep(Sor problem, int colour) {
        for (@Parallel int row = 1; row < problem.endRow(); row++) {
            problem.relax(colour, row);
        }
    }
}
