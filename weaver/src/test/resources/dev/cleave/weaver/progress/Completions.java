import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.Future;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Woven code in callbacks of CompletableFuture, and callbacks awaited by woven code. */
public final class Completions {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static CompletableFuture<Integer> chain(Executor executor, int n) {
        return CompletableFuture.supplyAsync(() -> fib(n), executor)
                .thenApply(x -> x + fib(n - 1))
                .thenApplyAsync(x -> x + fib(n - 2), executor)
                .thenCombine(CompletableFuture.supplyAsync(() -> fib(n), executor), Integer::sum)
                .thenCompose(x -> CompletableFuture.supplyAsync(() -> x + fib(n), executor));
    }

    private static int awaited(Executor executor, int n) throws Exception {
        CompletableFuture<Integer> chain = chain(executor, n);
        return Cleave.blocking(chain::join);
    }

    private static int both(Executor executor) throws Exception {
        @Future int x = awaited(executor, 13);
        int y = awaited(executor, 12);
        return x + y;
    }

    private static int completes(CompletableFuture<Integer> result) {
        result.complete(fib(12));
        return 1;
    }

    /** The call completes what the code beside it waits for. */
    private static int completed() {
        CompletableFuture<Integer> result = new CompletableFuture<>();
        CompletableFuture<Integer> more = result.thenApply(n -> n + fib(10));
        @Future int x = completes(result);
        int y = more.join();
        return x + y;
    }

    public static String run() throws Exception {
        String all = both(CompletableFuture.completedFuture(0).defaultExecutor()) + " ";
        for (int workers = 1; workers <= 2; workers++) {
            ForkJoinPool pool = new ForkJoinPool(workers);
            try {
                all += both(pool) + " ";
                all += pool.submit(() -> both(pool)).get() + " ";
            } finally {
                pool.shutdown();
            }
        }
        return all + completed();
    }
}
