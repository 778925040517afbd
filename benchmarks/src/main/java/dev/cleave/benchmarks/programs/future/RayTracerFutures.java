package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.RayTracer;

/** {@link RayTracer}: futures for three quarters of a square, complete when the method returns. */
final class RayTracerFutures {
    private RayTracerFutures() {}

    static void run(RayTracer problem) {
        trace(problem, 0, 0, problem.side());
    }

    private static Void trace(RayTracer problem, int column, int row, int count) {
        if (count == 1) {
            problem.point(column, row);
            return null;
        }
        int half = count / 2;
        @Future Void upperLeft = trace(problem, column, row, half);
        @Future Void upperRight = trace(problem, column + half, row, half);
        @Future Void lowerLeft = trace(problem, column, row + half, half);
        return trace(problem, column + half, row + half, half);
    }
}
