package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.QuickSort;

/** {@link QuickSort}: a future for the left side of a partition. */
final class QuickSortFutures {
    private QuickSortFutures() {}

    static void run(QuickSort problem) {
        problem.divisions(sort(problem, 0, problem.size()));
    }

    private static long sort(QuickSort problem, int from, int to) {
        if (to - from <= problem.threshold()) {
            problem.sortLeaf(from, to);
            return 0;
        }
        int middle = problem.partition(from, to);
        @Future long left = sort(problem, from, middle);
        long right = sort(problem, middle, to);
        return 1 + left + right;
    }
}
