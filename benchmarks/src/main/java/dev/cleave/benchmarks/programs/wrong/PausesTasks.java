package dev.cleave.benchmarks.programs.wrong;

import dev.cleave.benchmarks.programs.Pauses;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** {@link Pauses}: each task sleeps, to wait for a result that it has. */
final class PausesTasks {
    private PausesTasks() {}

    static Runnable in(ForkJoinPool pool, Pauses problem) {
        return () -> pool.invoke(new All(problem));
    }

    private static final class All extends RecursiveAction {
        private final Pauses problem;

        private All(Pauses problem) {
            this.problem = problem;
        }

        @Override
        protected void compute() {
            List<Call> calls = new ArrayList<>();
            for (int task = 0; task < problem.tasks(); task++) {
                calls.add(new Call(problem, task));
            }
            invokeAll(calls);
        }
    }

    private static final class Call extends RecursiveAction {
        private final Pauses problem;
        private final int task;

        private Call(Pauses problem, int task) {
            this.problem = problem;
            this.task = task;
        }

        @Override
        protected void compute() {
            problem.call(task);
            try {
                Thread.sleep(problem.pause());
            } catch (InterruptedException e) {
                throw new CancellationException(e.toString());
            }
        }
    }
}
