package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Burst;

/** {@link Burst}: each task is submitted by itself. */
final class BurstTasks {
    private BurstTasks() {}

    static Runnable in(ForkJoinPool pool, Burst problem) {
        return () -> {
            Request[] requests = new Request[problem.tasks()];
            for (int burst = 0; burst < problem.bursts(); burst++) {
                for (int i = 0; i < requests.length; i++) {
                    requests[i] = new Request(problem, i);
                    pool.submit(requests[i]);
                }
                for (Request request : requests) {
                    request.join();
                }
            }
        };
    }

    private static final class Request extends RecursiveAction {
        private final Burst problem;
        private final int index;

        private Request(Burst problem, int index) {
            this.problem = problem;
            this.index = index;
        }

        @Override
        protected void compute() {
            problem.answerRequest(index);
        }
    }
}
