package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Sor;

/** {@link Sor}: a tree of bands of rows for every half sweep. */
final class SorTasks {
    private SorTasks() {}

    static Runnable in(ForkJoinPool pool, Sor problem) {
        return () -> pool.invoke(new Iterations(problem));
    }

    private static final class Iterations extends RecursiveAction {
        private final Sor problem;

        private Iterations(Sor problem) {
            this.problem = problem;
        }

        @Override
        protected void compute() {
            for (int i = 0; i < problem.iterations(); i++) {
                sweep(problem, 0, 1, problem.endRow());
                sweep(problem, 1, 1, problem.endRow());
            }
        }
    }

    private static void sweep(Sor problem, int colour, int top, int bottom) {
        if (bottom - top <= problem.leafRows()) {
            problem.sweep(colour, top, bottom);
            return;
        }
        int middle = top + (bottom - top) / 2;
        Band upper = new Band(problem, colour, top, middle);
        upper.fork();
        sweep(problem, colour, middle, bottom);
        upper.join();
    }

    private static final class Band extends RecursiveAction {
        private final Sor problem;
        private final int colour;
        private final int top;
        private final int bottom;

        private Band(Sor problem, int colour, int top, int bottom) {
            this.problem = problem;
            this.colour = colour;
            this.top = top;
            this.bottom = bottom;
        }

        @Override
        protected void compute() {
            sweep(problem, colour, top, bottom);
        }
    }
}
