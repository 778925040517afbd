package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.Reduce;
import dev.cleave.benchmarks.programs.SphereGrid;

/** {@link SphereGrid}: a parallel loop over the rows, which adds up their colours. */
final class SphereGridFutures {
    private SphereGridFutures() {}

    static void run(SphereGrid problem) {
        @Reduce long sum = 0;
        for (@Parallel int row = 0; row < problem.side(); row++) {
            sum += problem.trace(row);
        }
        problem.checksum(sum);
    }
}
