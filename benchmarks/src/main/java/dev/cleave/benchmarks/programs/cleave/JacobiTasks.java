package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Jacobi;

/** {@link Jacobi}: a tree of tiles for every round; its join is the barrier. */
final class JacobiTasks {
    private JacobiTasks() {}

    static Runnable in(ForkJoinPool pool, Jacobi problem) {
        return () -> pool.invoke(new Rounds(problem));
    }

    private static final class Rounds extends RecursiveAction {
        private final Jacobi problem;

        private Rounds(Jacobi problem) {
            this.problem = problem;
        }

        @Override
        protected void compute() {
            int end = problem.size() + 1;
            double largest = 0;
            for (long round = 0; round < problem.barriers(); round++) {
                largest = relax(problem, round, 1, end, 1, end);
            }
            problem.largestChange(largest);
        }
    }

    private static double relax(
            Jacobi problem, long round, int top, int bottom, int left, int right) {
        if ((bottom - top) * (right - left) <= problem.tileCells()) {
            return problem.tile(round, top, bottom, left, right);
        }
        int row = (top + bottom) >>> 1;
        int column = (left + right) >>> 1;
        Quarter upperLeft = new Quarter(problem, round, top, row, left, column);
        upperLeft.fork();
        Quarter upperRight = new Quarter(problem, round, top, row, column, right);
        upperRight.fork();
        Quarter lowerLeft = new Quarter(problem, round, row, bottom, left, column);
        lowerLeft.fork();
        double largest = relax(problem, round, row, bottom, column, right);
        lowerLeft.join();
        upperRight.join();
        upperLeft.join();
        return Math.max(
                Math.max(upperLeft.largest, upperRight.largest),
                Math.max(lowerLeft.largest, largest));
    }

    private static final class Quarter extends RecursiveAction {
        private final Jacobi problem;
        private final long round;
        private final int top;
        private final int bottom;
        private final int left;
        private final int right;
        private double largest;

        private Quarter(Jacobi problem, long round, int top, int bottom, int left, int right) {
            this.problem = problem;
            this.round = round;
            this.top = top;
            this.bottom = bottom;
            this.left = left;
            this.right = right;
        }

        @Override
        protected void compute() {
            largest = relax(problem, round, top, bottom, left, right);
        }
    }
}
