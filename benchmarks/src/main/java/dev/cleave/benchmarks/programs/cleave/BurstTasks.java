package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.benchmarks.programs.Burst;
import java.util.concurrent.CountDownLatch;

/** {@link Burst}: each task is submitted, or executed, by itself. */
final class BurstTasks {
    private BurstTasks() {}

    static Runnable in(ForkJoinPool pool, Burst problem) {
        return problem.isExecuted() ? executed(pool, problem) : submitted(pool, problem);
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
