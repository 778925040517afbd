import dev.cleave.ForkJoinPool;
import dev.cleave.Future;
import dev.cleave.PoolStats;

/**
 * Fibonacci numbers by the definition: of the two calls, the first may run in parallel.
 *
 * <pre>./cleave run examples/Fib.java -- [n]</pre>
 *
 * There is no pool, no task and no threshold. An idle processor takes over the oldest call that has
 * not begun; without one, the calls are made as they are written.
 */
public class Fib {
    static long fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future long first = fib(n - 1);
        long second = fib(n - 2);
        return first + second;
    }

    static long serial(int n) {
        return n < 2 ? n : serial(n - 1) + serial(n - 2);
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 45;

        long started = System.nanoTime();
        long expected = serial(n);
        double serialSeconds = (System.nanoTime() - started) / 1e9;

        started = System.nanoTime();
        long result = fib(n);
        double parallelSeconds = (System.nanoTime() - started) / 1e9;

        if (result != expected) {
            throw new AssertionError(result + " is not " + expected);
        }
        ForkJoinPool pool = ForkJoinPool.commonPool();
        System.out.printf("fib(%d) = %,d%n", n, result);
        System.out.printf("serial    %.2f s%n", serialSeconds);
        System.out.printf(
                "parallel  %.2f s, %.2f times as fast, with parallelism %d%n",
                parallelSeconds, serialSeconds / parallelSeconds, pool.getParallelism());
        PoolStats stats = pool.stats();
        System.out.printf(
                "%,d calls, of which %,d became tasks and %,d were stolen%n",
                calls(n), stats.promotions(), stats.stealsWon());
    }

    /** How often fib is called for n: by the same rule, once more for each sum. */
    private static long calls(int n) {
        long one = 1;
        long next = 1;
        for (int i = 1; i < n; i++) {
            long sum = one + next + 1;
            one = next;
            next = sum;
        }
        return next;
    }
}
