package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Burst;
import java.util.concurrent.CountDownLatch;

/** {@link Burst}: each task is handed over by itself. */
final class BurstTasks {
    private BurstTasks() {}

    static Runnable in(ForkJoinPool pool, Burst problem) {
        return problem.kind() == Burst.Kind.EXECUTED
                ? executed(pool, problem)
                : submitted(pool, problem);
    }

    private static Runnable executed(ForkJoinPool pool, Burst problem) {
        return () -> {
            for (int burst = 0; burst < problem.bursts(); burst++) {
                CountDownLatch left = new CountDownLatch(problem.tasks());
                for (int i = 0; i < problem.tasks(); i++) {
                    int index = i;
                    pool.execute(
                            () -> {
                                problem.answerRequest(index);
                                left.countDown();
                            });
                }
                try {
                    left.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("interrupted while a burst ran", e);
                }
            }
        };
    }

    private static Runnable submitted(ForkJoinPool pool, Burst problem) {
        boolean blocks = problem.kind() == Burst.Kind.BLOCKING;
        return () -> {
            Request[] requests = new Request[problem.tasks()];
            for (int burst = 0; burst < problem.bursts(); burst++) {
                for (int i = 0; i < requests.length; i++) {
                    requests[i] =
                            blocks ? new BlockingRequest(problem, i) : new Request(problem, i);
                    pool.submit(requests[i]);
                }
                for (Request request : requests) {
                    request.join();
                }
            }
        };
    }

    private static class Request extends RecursiveAction {
        final Burst problem;
        private final int index;

        Request(Burst problem, int index) {
            this.problem = problem;
            this.index = index;
        }

        @Override
        protected void compute() {
            problem.answerRequest(index);
        }
    }

    private static final class BlockingRequest extends Request
            implements ForkJoinPool.ManagedBlocker {
        private boolean hasBlocked;

        BlockingRequest(Burst problem, int index) {
            super(problem, index);
        }

        @Override
        protected void compute() {
            try {
                ForkJoinPool.managedBlock(this);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while a task blocked", e);
            }
            super.compute();
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
