package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.FewLarge;

/** {@link FewLarge}: a future for the second half of some tasks. */
final class FewLargeFutures {
    private FewLargeFutures() {}

    static void run(FewLarge problem) {
        chains(problem, 0, problem.tasks());
    }

    private static Void chains(FewLarge problem, int from, int to) {
        if (to - from == 1) {
            problem.chain(from);
            return null;
        }
        int middle = (from + to) >>> 1;
        @Future Void right = chains(problem, middle, to);
        chains(problem, from, middle);
        return right;
    }
}
