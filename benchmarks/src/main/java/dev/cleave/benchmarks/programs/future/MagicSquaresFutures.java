package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.Reduce;
import dev.cleave.benchmarks.programs.MagicSquares;

/** {@link MagicSquares}: a parallel loop over the first rows, which adds up. */
final class MagicSquaresFutures {
    private MagicSquaresFutures() {}

    static void run(MagicSquares problem) {
        @Reduce long sum = 0;
        for (@Parallel int i = 0; i < problem.firstRows().length; i++) {
            sum += problem.squaresBelow(problem.firstRows()[i]);
        }
        problem.squares(sum);
    }
}
