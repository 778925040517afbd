package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Barrier;

/** {@link Barrier}: a tree of empty leaves for every phase. */
final class BarrierTasks {
    private BarrierTasks() {}

    static Runnable in(ForkJoinPool pool, Barrier problem) {
        return () -> pool.invoke(new Phases(problem));
    }

    private static final class Phases extends RecursiveAction {
        private final Barrier problem;

        private Phases(Barrier problem) {
            this.problem = problem;
        }

        @Override
        protected void compute() {
            for (long phase = 0; phase < problem.barriers(); phase++) {
                touch(problem, 0, problem.leaves());
            }
        }
    }

    private static void touch(Barrier problem, int from, int to) {
        if (to - from == 1) {
            problem.leaf(from);
            return;
        }
        int middle = (from + to) >>> 1;
        Leaves lower = new Leaves(problem, from, middle);
        lower.fork();
        touch(problem, middle, to);
        lower.join();
    }

    private static final class Leaves extends RecursiveAction {
        private final Barrier problem;
        private final int from;
        private final int to;

        private Leaves(Barrier problem, int from, int to) {
            this.problem = problem;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            touch(problem, from, to);
        }
    }
}
