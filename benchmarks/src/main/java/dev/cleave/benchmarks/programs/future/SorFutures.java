package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Sor;

/** {@link Sor}: a future for the upper half of some rows; the serial version does not divide. */
final class SorFutures {
    private SorFutures() {}

    static void run(Sor problem) {
        for (int i = 0; i < problem.iterations(); i++) {
            sweep(problem, 0, 1, problem.endRow());
            sweep(problem, 1, 1, problem.endRow());
        }
    }

    private static Void sweep(Sor problem, int colour, int top, int bottom) {
        if (bottom - top <= problem.leafRows()) {
            problem.sweep(colour, top, bottom);
            return null;
        }
        int middle = top + (bottom - top) / 2;
        @Future Void upper = sweep(problem, colour, top, middle);
        return sweep(problem, colour, middle, bottom);
    }
}
