package dev.cleave.benchmarks.programs.right;

import dev.cleave.benchmarks.programs.Fib;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** {@link Fib}: tasks fork their children. */
final class FibTasks {
    private FibTasks() {}

    static Runnable in(ForkJoinPool pool, Fib problem) {
        return () -> problem.result(pool.invoke(new Call(problem.number(), problem.threshold())));
    }

    private static final class Call extends RecursiveTask<Long> {
        private final int n;
        private final int threshold;

        private Call(int n, int threshold) {
            this.n = n;
            this.threshold = threshold;
        }

        @Override
        protected Long compute() {
            if (n <= threshold) {
                return Fib.fib(n);
            }
            Call left = new Call(n - 1, threshold);
            left.fork();
            long right = new Call(n - 2, threshold).compute();
            return left.join() + right;
        }
    }
}
