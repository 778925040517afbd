package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Jacobi;

/**
 * {@link Jacobi}: futures for three quarters of the tiles. The first call of a round returns when
 * all of it is done: that is the barrier.
 */
final class JacobiFutures {
    private JacobiFutures() {}

    static void run(Jacobi problem) {
        int end = problem.size() + 1;
        for (long round = 0; round < problem.barriers(); round++) {
            problem.largestChange(relaxTiles(problem, round, 1, end, 1, end));
        }
    }

    private static double relaxTiles(
            Jacobi problem, long round, int top, int bottom, int left, int right) {
        if ((bottom - top) * (right - left) <= problem.tileCells()) {
            return problem.tile(round, top, bottom, left, right);
        }
        int row = (top + bottom) >>> 1;
        int column = (left + right) >>> 1;
        @Future double upperLeft = relaxTiles(problem, round, top, row, left, column);
        @Future double upperRight = relaxTiles(problem, round, top, row, column, right);
        @Future double lowerLeft = relaxTiles(problem, round, row, bottom, left, column);
        double lowerRight = relaxTiles(problem, round, row, bottom, column, right);
        return Math.max(Math.max(upperLeft, upperRight), Math.max(lowerLeft, lowerRight));
    }
}
