package dev.cleave.benchmarks.programs.repaired;

import dev.cleave.benchmarks.programs.MagicSquares;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** {@link MagicSquares}: each task gets a copy of its part of the first rows. */
final class MagicSquaresTasks {
    private MagicSquaresTasks() {}

    static Runnable in(ForkJoinPool pool, MagicSquares problem) {
        return () -> problem.squares(pool.invoke(new Search(problem, problem.firstRows())));
    }

    private static final class Search extends RecursiveTask<Long> {
        private final MagicSquares problem;
        private final int[][] rows;
        private final int from;
        private final int to;

        private Search(MagicSquares problem, int[][] rows) {
            this(problem, rows, 0, rows.length);
        }

        private Search(MagicSquares problem, int[][] rows, int from, int to) {
            this.problem = problem;
            this.rows = rows;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= problem.threshold()) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    int[] row = rows[i];
                    sum += problem.squaresBelow(row);
                }
                return sum;
            }
            int middle = from + (to - from) / 2;
            Search left = new Search(problem, rows, from, middle);
            Search right = new Search(problem, rows, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }
}
