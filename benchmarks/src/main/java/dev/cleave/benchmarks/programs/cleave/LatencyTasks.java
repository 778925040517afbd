package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Latency;

/** {@link Latency}: tasks that only look at the clock. */
final class LatencyTasks {
    private LatencyTasks() {}

    static Runnable in(ForkJoinPool pool, Latency problem) {
        return () -> {
            for (int i = 0; i < problem.submissions(); i++) {
                problem.awaitParked();
                Clock clock = new Clock();
                long submitted = System.nanoTime();
                pool.submit(clock).join();
                problem.record(clock.started - submitted);
            }
        };
    }

    private static final class Clock extends RecursiveAction {
        private long started;

        @Override
        protected void compute() {
            started = System.nanoTime();
        }
    }
}
