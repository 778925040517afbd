package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.QuickSort;

/** {@link QuickSort}: a future for the left side of a partition. */
final class QuickSortFutures {
    private QuickSortFutures() {}

    static void run(QuickSort problem) {
        sort(problem, 0, problem.size());
    }

    private static Void sort(QuickSort problem, int from, int to) {
        if (to - from <= problem.threshold()) {
            problem.sortLeaf(from, to);
            return null;
        }
        int middle = problem.partition(from, to);
        @Future Void left = sort(problem, from, middle);
        return sort(problem, middle, to);
    }
}
