import dev.cleave.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** More threads of the program's than processors give work away, and then all wait at once. */
public final class Guests {
    private static final int THREADS = 6;

    private static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static int opens(Gate gate) {
        gate.open();
        return 1;
    }

    private static int computesAndWaits(CyclicBarrier all) throws Exception {
        Gate gate = new Gate();
        @Future int before = fib(25); // long enough to be asked for, so that its thread counts
        int sum = fib(27) + before;
        all.await();
        @Future int x = opens(gate);
        gate.pass();
        return x + sum;
    }

    public static String run() throws Exception {
        CyclicBarrier all = new CyclicBarrier(THREADS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<java.util.concurrent.Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                results.add(threads.submit(() -> computesAndWaits(all)));
            }
            int sum = 0;
            for (java.util.concurrent.Future<Integer> result : results) {
                sum += result.get();
            }
            return "" + sum;
        } finally {
            threads.shutdownNow();
        }
    }
}
