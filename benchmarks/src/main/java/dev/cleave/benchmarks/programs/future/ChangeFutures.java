package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Change;

/** {@link Change}: a future for the ways with one coin more of a kind. */
final class ChangeFutures {
    private ChangeFutures() {}

    static void run(Change problem) {
        problem.ways(count(problem.kinds(), 0, problem.sum()));
    }

    private static int count(int[] kinds, int kind, int sum) {
        if (sum == 0) {
            return 1;
        }
        if (sum < 0 || kind == kinds.length) {
            return 0;
        }
        @Future int with = count(kinds, kind, sum - kinds[kind]);
        int without = count(kinds, kind + 1, sum);
        return with + without;
    }
}
