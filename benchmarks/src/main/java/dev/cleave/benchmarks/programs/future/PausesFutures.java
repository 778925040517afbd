package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Pauses;

/** {@link Pauses}: a parallel loop over the calls. */
final class PausesFutures {
    private PausesFutures() {}

    static void run(Pauses problem) {
        for (@Parallel int task = 0; task < problem.tasks(); task++) {
            problem.call(task);
        }
    }
}
