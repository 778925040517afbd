package dev.cleave.benchmarks.programs.wrong;

import dev.cleave.benchmarks.programs.Fib;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** {@link Fib}: tasks hand their children to the pool. */
final class FibTasks {
    private FibTasks() {}

    static Runnable in(ForkJoinPool pool, Fib problem) {
        return () ->
                problem.result(pool.invoke(new Call(pool, problem.number(), problem.threshold())));
    }

    private static final class Call extends RecursiveTask<Long> {
        private final ForkJoinPool pool;
        private final int n;
        private final int threshold;

        private Call(ForkJoinPool pool, int n, int threshold) {
            this.pool = pool;
            this.n = n;
            this.threshold = threshold;
        }

        @Override
        protected Long compute() {
            if (n <= threshold) {
                return Fib.fib(n);
            }
            Call left = new Call(pool, n - 1, threshold);
            pool.submit(left);
            long right = new Call(pool, n - 2, threshold).compute();
            return left.join() + right;
        }
    }
}
