package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Mandelbrot;

/** {@link Mandelbrot}: a parallel loop over the rows. */
final class MandelbrotFutures {
    private MandelbrotFutures() {}

    static void run(Mandelbrot problem) {
        for (@Parallel int row = 0; row < problem.height(); row++) {
            problem.paint(row);
        }
    }
}
