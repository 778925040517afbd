package dev.cleave.benchmarks.programs.right;

import dev.cleave.benchmarks.programs.Mandelbrot;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** {@link Mandelbrot}: the picture's own monitor is all there is. */
final class MandelbrotTasks {
    private MandelbrotTasks() {}

    static Runnable in(ForkJoinPool pool, Mandelbrot problem) {
        return () -> pool.invoke(new Rows(problem, 0, problem.height()));
    }

    private static final class Rows extends RecursiveAction {
        private final Mandelbrot problem;
        private final int from;
        private final int to;

        private Rows(Mandelbrot problem, int from, int to) {
            this.problem = problem;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from > problem.threshold()) {
                int middle = (from + to) >>> 1;
                invokeAll(new Rows(problem, from, middle), new Rows(problem, middle, to));
                return;
            }
            for (int row = from; row < to; row++) {
                for (int column = 0; column < problem.width(); column++) {
                    int colour = problem.colour(column, row);
                    problem.picture().setRGB(column, row, colour);
                }
            }
        }
    }
}
