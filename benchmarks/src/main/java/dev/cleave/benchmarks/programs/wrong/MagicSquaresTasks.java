package dev.cleave.benchmarks.programs.wrong;

import dev.cleave.benchmarks.programs.MagicSquares;
import java.util.Arrays;
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

        private Search(MagicSquares problem, int[][] rows) {
            this.problem = problem;
            this.rows = rows;
        }

        @Override
        protected Long compute() {
            if (rows.length <= problem.threshold()) {
                long sum = 0;
                for (int[] row : rows) {
                    sum += problem.squaresBelow(row);
                }
                return sum;
            }
            int middle = rows.length / 2;
            Search left = new Search(problem, Arrays.copyOfRange(rows, 0, middle));
            Search right = new Search(problem, Arrays.copyOfRange(rows, middle, rows.length));
            left.fork();
            return right.compute() + left.join();
        }
    }
}
