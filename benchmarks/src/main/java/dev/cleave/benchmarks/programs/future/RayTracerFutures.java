package dev.cleave.benchmarks.programs.future;

import dev.cleave.Cleave;
import dev.cleave.benchmarks.programs.RayTracer;

/** {@link RayTracer}: the quarters of a square are joined. */
final class RayTracerFutures {
    private RayTracerFutures() {}

    static void run(RayTracer problem) {
        trace(problem, 0, 0, problem.side());
    }

    private static void trace(RayTracer problem, int column, int row, int count) {
        if (count == 1) {
            problem.point(column, row);
            return;
        }
        int half = count / 2;
        Cleave.join(
                () ->
                        Cleave.join(
                                () -> trace(problem, column, row, half),
                                () -> trace(problem, column + half, row, half)),
                () ->
                        Cleave.join(
                                () -> trace(problem, column, row + half, half),
                                () -> trace(problem, column + half, row + half, half)));
    }
}
