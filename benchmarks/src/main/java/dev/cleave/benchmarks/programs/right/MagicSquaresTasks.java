package dev.cleave.benchmarks.programs.right;

import dev.cleave.benchmarks.programs.MagicSquares;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** {@link MagicSquares}: all tasks share the first rows. */
final class MagicSquaresTasks {
    private MagicSquaresTasks() {}

    static Runnable in(ForkJoinPool pool, MagicSquares problem) {
        return () ->
                problem.squares(pool.invoke(new Search(problem, 0, problem.firstRows().length)));
    }

    private static final class Search extends RecursiveTask<Long> {
        private final MagicSquares problem;
        private final int from;
        private final int to;

        private Search(MagicSquares problem, int from, int to) {
            this.problem = problem;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= problem.threshold()) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    sum += problem.squaresBelow(problem.firstRows()[i]);
                }
                return sum;
            }
            int middle = (from + to) >>> 1;
            Search left = new Search(problem, from, middle);
            Search right = new Search(problem, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }
}
