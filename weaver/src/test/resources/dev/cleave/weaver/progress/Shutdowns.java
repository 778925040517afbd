import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.Future;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Pools that end under their programs. */
public final class Shutdowns {
    private static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static int call(Gate begun, Gate down) throws InterruptedException {
        begun.open();
        down.pass();
        return fib(12);
    }

    /** One call runs elsewhere, one is pending, when the pool is told. */
    private static int pending(Gate begun, Gate down) throws Exception {
        @Future int x = call(begun, down);
        @Future int y = fib(10);
        begun.pass();
        down.pass();
        return x + y;
    }

    private static String shutdown(int workers) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(workers);
        Gate begun = new Gate();
        Gate down = new Gate();
        ForkJoinTask<Integer> task = pool.submit(() -> pending(begun, down));
        begun.pass();
        pool.shutdown();
        down.open();
        String result = task.get() + " ";
        return result + pool.awaitTermination(1, TimeUnit.DAYS) + " ";
    }

    /** Every thread is interrupted where it waits. */
    private static String shutdownNow() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        Gate begun = new Gate();
        ForkJoinTask<Integer> task = pool.submit(() -> pending(begun, new Gate()));
        begun.pass();
        pool.shutdownNow();
        String result;
        try {
            result = "ended with " + task.get();
        } catch (ExecutionException | CancellationException e) {
            result = "cut short ";
        }
        return result + pool.awaitTermination(1, TimeUnit.DAYS) + " ";
    }

    /** While it computes, at any moment. */
    private static String shutdownNowAnyTime(int round) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        Gate begun = new Gate();
        ForkJoinTask<Integer> task =
                pool.submit(
                        () -> {
                            begun.open();
                            return fib(24);
                        });
        begun.pass();
        for (int i = 0; i < round * 50; i++) {
            fib(3);
        }
        pool.shutdownNow();
        try {
            int result = task.get();
            if (result != 46368) {
                return "ended with " + result;
            }
        } catch (ExecutionException | CancellationException e) {
            // it was cut short
        }
        return pool.awaitTermination(1, TimeUnit.DAYS) + " ";
    }

    public static String run() throws Exception {
        String all = shutdown(1) + shutdown(4) + shutdownNow();
        for (int i = 0; i < 20; i++) {
            all += shutdownNowAnyTime(i);
        }
        return all;
    }
}
