package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Barrier;

/** {@link Barrier}: a parallel loop over the leaves of a phase. */
final class BarrierFutures {
    private BarrierFutures() {}

    static void run(Barrier problem) {
        for (int phase = 0; phase < problem.phases(); phase++) {
            for (@Parallel int i = 0; i < problem.leaves(); i++) {
                problem.leaf(i);
            }
        }
    }
}
