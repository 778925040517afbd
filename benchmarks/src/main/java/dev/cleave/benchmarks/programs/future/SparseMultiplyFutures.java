package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.SparseMultiply;

/** {@link SparseMultiply}: a parallel loop over the rows. */
final class SparseMultiplyFutures {
    private SparseMultiplyFutures() {}

    static void run(SparseMultiply problem) {
        for (int i = 0; i < problem.iterations(); i++) {
            for (@Parallel int row = 0; row < problem.rows(); row++) {
                problem.multiply(row);
            }
        }
    }
}
