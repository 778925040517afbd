package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Blockers;

/** {@link Blockers}: each task is submitted by itself, and tells the pool that it blocks. */
final class BlockersTasks {
    private BlockersTasks() {}

    static Runnable in(ForkJoinPool pool, Blockers problem) {
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

    private static final class Request extends RecursiveAction
            implements ForkJoinPool.ManagedBlocker {
        private final Blockers problem;
        private final int index;
        private boolean hasBlocked;

        private Request(Blockers problem, int index) {
            this.problem = problem;
            this.index = index;
        }

        @Override
        protected void compute() {
            try {
                ForkJoinPool.managedBlock(this);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while a task blocked", e);
            }
            problem.answerRequest(index);
        }

        @Override
        public boolean block() {
            problem.block();
            hasBlocked = true;
            return true;
        }

        @Override
        public boolean isReleasable() {
            return hasBlocked;
        }
    }
}
