package dev.cleave.benchmarks.programs.right;

import dev.cleave.benchmarks.programs.Histogram;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** {@link Histogram}: all tasks are made, then forked at once. */
final class HistogramTasks {
    private HistogramTasks() {}

    static Runnable in(ForkJoinPool pool, Histogram problem) {
        return () -> problem.counts(pool.invoke(new All(problem)));
    }

    private static final class All extends RecursiveTask<int[]> {
        private final Histogram problem;

        private All(Histogram problem) {
            this.problem = problem;
        }

        @Override
        protected int[] compute() {
            int length = problem.parts();
            Part[] tasks = new Part[length];
            for (int i = 0; i < length; i++) {
                tasks[i] = new Part(problem, i);
            }
            invokeAll(tasks);
            int[] result = tasks[0].join();
            tasks[0] = null;
            for (int i = 1; i < length; i++) {
                int[] next = tasks[i].join();
                tasks[i] = null;
                result = Histogram.merge(result, next);
            }
            return result;
        }
    }

    private static final class Part extends RecursiveTask<int[]> {
        private final Histogram problem;
        private final int part;

        private Part(Histogram problem, int part) {
            this.problem = problem;
            this.part = part;
        }

        @Override
        protected int[] compute() {
            return problem.count(part);
        }
    }
}
