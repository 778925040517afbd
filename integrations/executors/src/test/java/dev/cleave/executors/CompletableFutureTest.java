package dev.cleave.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompletableFutureTest extends PoolExample {
    /** Stages without an executor of their own are the pool's. */
    private final class OnPool<T> extends CompletableFuture<T> {
        @Override
        public Executor defaultExecutor() {
            return pool;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new OnPool<>();
        }
    }

    @Test
    void stagesRunInThePoolThatTheyAreGiven() throws Exception {
        CompletableFuture<Integer> sum =
                CompletableFuture.supplyAsync(() -> fib(15), pool)
                        .thenCombineAsync(
                                CompletableFuture.supplyAsync(() -> fib(16), pool),
                                (x, y) -> x + y + fib(2),
                                pool);
        assertEquals(610 + 987 + 1, sum.get(60, TimeUnit.SECONDS));
    }

    @Test
    void aSubclassChoosesThePoolOnce() throws Exception {
        CompletableFuture<Integer> sum =
                new OnPool<Integer>()
                        .completeAsync(() -> fib(15))
                        .thenApplyAsync(x -> x + fib(3))
                        .thenApplyAsync(x -> x + fib(4));
        assertEquals(610 + 2 + 3, sum.get(60, TimeUnit.SECONDS));
    }
}
