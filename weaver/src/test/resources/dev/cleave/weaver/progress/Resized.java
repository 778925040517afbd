import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.Future;

/** The number of workers changes, to one and back, while calls are pending and stolen. */
public final class Resized {
    private static final int CALLS = 200;
    private static final int MOST_WORKERS = 4;

    private static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static int calls() {
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += fib(12);
        }
        return sum;
    }

    public static String run() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(MOST_WORKERS);
        try {
            ForkJoinTask<Integer> sum = pool.submit(Resized::calls);
            for (int workers = 1; !sum.isDone(); workers = workers % MOST_WORKERS + 1) {
                pool.setParallelism(workers);
                Thread.yield();
            }
            return "" + sum.get();
        } finally {
            pool.shutdownNow();
        }
    }
}
