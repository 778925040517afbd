package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.Reduce;
import dev.cleave.benchmarks.programs.SquareRoots;

/** {@link SquareRoots}: a parallel loop. */
final class SquareRootsFutures {
    private SquareRootsFutures() {}

    static void run(SquareRoots problem) {
        problem.sum(sum(problem.numbers()));
    }

    private static double sum(double[] numbers) {
        @Reduce double sum = 0;
        for (@Parallel int i = 0; i < numbers.length; i++) {
            sum += Math.sqrt(numbers[i]);
        }
        return sum;
    }
}
