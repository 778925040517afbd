package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.RayTracer;

/** {@link RayTracer}: the quarters of a picture in parallel, down to single points. */
final class RayTracerTasks {
    private RayTracerTasks() {}

    static Runnable in(ForkJoinPool pool, RayTracer problem) {
        return () -> pool.invoke(new Square(problem, 0, 0, problem.side()));
    }

    private static void trace(RayTracer problem, int column, int row, int count) {
        if (count == 1) {
            problem.point(column, row);
            return;
        }
        int half = count / 2;
        Square upperLeft = new Square(problem, column, row, half);
        upperLeft.fork();
        Square upperRight = new Square(problem, column + half, row, half);
        upperRight.fork();
        Square lowerLeft = new Square(problem, column, row + half, half);
        lowerLeft.fork();
        trace(problem, column + half, row + half, half);
        lowerLeft.join();
        upperRight.join();
        upperLeft.join();
    }

    private static final class Square extends RecursiveAction {
        private final RayTracer problem;
        private final int column;
        private final int row;
        private final int count;

        private Square(RayTracer problem, int column, int row, int count) {
            this.problem = problem;
            this.column = column;
            this.row = row;
            this.count = count;
        }

        @Override
        protected void compute() {
            trace(problem, column, row, count);
        }
    }
}
