package dev.cleave.benchmarks.programs.cleave;

import dev.cleave.ForkJoinPool;
import dev.cleave.benchmarks.programs.FutureTree;
import java.util.concurrent.CompletableFuture;

/** {@link FutureTree}: the pool is an executor like any other. */
final class FutureTreeTasks {
    private FutureTreeTasks() {}

    static Runnable in(ForkJoinPool pool, FutureTree problem) {
        return () -> {
            for (int i = 0; i < problem.times(); i++) {
                problem.add(
                        CompletableFuture.supplyAsync(() -> number(problem.n(), pool), pool)
                                .join());
            }
        };
    }

    private static long number(int n, ForkJoinPool pool) {
        if (n < 2) {
            return n;
        }
        CompletableFuture<Long> one =
                CompletableFuture.supplyAsync(() -> number(n - 1, pool), pool);
        long other = number(n - 2, pool);
        return other + one.join();
    }
}
