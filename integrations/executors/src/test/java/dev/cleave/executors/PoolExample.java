package dev.cleave.executors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** What the examples have in common: a pool, and work that forks in it. */
abstract class PoolExample {
    final ForkJoinPool pool = ForkJoinPool.builder().workers(2).name("example").build();

    private static final class Fib extends RecursiveTask<Integer> {
        private final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Fib left = new Fib(n - 1);
            left.fork();
            return new Fib(n - 2).compute() + left.join();
        }
    }

    /** Computes a Fibonacci number in the calling worker's pool. */
    static int fib(int n) {
        String thread = Thread.currentThread().getName();
        assertTrue(thread.startsWith("example-worker-"), thread);
        return new Fib(n).invoke();
    }

    @AfterEach
    void end() throws InterruptedException {
        pool.shutdown();
        assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));
    }
}
