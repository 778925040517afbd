import dev.cleave.Future;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** Parallel streams, and other tasks of the JDK's pools, with futures in them, and in futures. */
public final class Streams {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static int stream(int size) {
        return IntStream.range(0, size).parallel().map(i -> fib(8 + i % 5)).sum();
    }

    private static int streams(int depth) {
        if (depth == 0) {
            return stream(50);
        }
        @Future int x = streams(depth - 1);
        int y = IntStream.range(0, 4).parallel().map(i -> stream(10)).sum();
        return x + y;
    }

    private static int queued(ForkJoinPool pool, Gate gate) throws Exception {
        gate.open();
        return pool.submit(() -> fib(10)).get();
    }

    /** The pool's only worker waits for a call that waits for what is queued in the pool. */
    private static int inThePool() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            return pool.submit(
                            () -> {
                                Gate gate = new Gate();
                                @Future int x = queued(pool, gate);
                                gate.pass();
                                return x;
                            })
                    .get();
        } finally {
            pool.shutdown();
        }
    }

    public static String run() throws Exception {
        return stream(200) + " " + streams(6) + " " + inThePool();
    }
}
