package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.FewLarge;

/** {@link FewLarge}: a parallel loop over the tasks. */
final class FewLargeFutures {
    private FewLargeFutures() {}

    static void run(FewLarge problem) {
        for (@Parallel int i = 0; i < problem.tasks(); i++) {
            problem.chain(i);
        }
    }
}
