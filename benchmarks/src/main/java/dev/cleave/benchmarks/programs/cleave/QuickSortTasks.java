package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.QuickSort;

/** {@link QuickSort}: both sides of each partition in parallel. */
final class QuickSortTasks {
    private QuickSortTasks() {}

    static Runnable in(ForkJoinPool pool, QuickSort problem) {
        return () -> pool.invoke(new Side(problem, 0, problem.size()));
    }

    private static void sort(QuickSort problem, int from, int to) {
        if (to - from <= problem.threshold()) {
            problem.sortLeaf(from, to);
            return;
        }
        int middle = problem.partition(from, to);
        Side left = new Side(problem, from, middle);
        left.fork();
        sort(problem, middle, to);
        left.join();
    }

    private static final class Side extends RecursiveAction {
        private final QuickSort problem;
        private final int from;
        private final int to;

        private Side(QuickSort problem, int from, int to) {
            this.problem = problem;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            sort(problem, from, to);
        }
    }
}
