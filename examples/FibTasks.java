import dev.cleave.ForkJoinPool;
import dev.cleave.PoolStats;
import dev.cleave.RecursiveTask;

/**
 * Fibonacci numbers by the definition, with a task object for every call that may run in parallel:
 * what Fib.java says with one word.
 *
 * <pre>./cleave run examples/FibTasks.java -- [n] [threshold]</pre>
 *
 * Below the threshold a task calls itself instead of forking. Threshold 1 forks at every call,
 * which shows what a fork costs.
 */
public class FibTasks extends RecursiveTask<Long> {
    private static int threshold = 13;

    private final int n;

    FibTasks(int n) {
        this.n = n;
    }

    @Override
    protected Long compute() {
        if (n <= threshold) {
            return serial(n);
        }
        FibTasks first = new FibTasks(n - 1);
        first.fork();
        long second = new FibTasks(n - 2).compute();
        return first.join() + second;
    }

    static long serial(int n) {
        return n < 2 ? n : serial(n - 1) + serial(n - 2);
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 42;
        threshold = args.length > 1 ? Integer.parseInt(args[1]) : threshold;
        if (threshold < 1) {
            throw new IllegalArgumentException("threshold " + threshold + ": give 1 or more");
        }
        ForkJoinPool pool = ForkJoinPool.commonPool();

        long started = System.nanoTime();
        long expected = serial(n);
        double serialSeconds = (System.nanoTime() - started) / 1e9;

        started = System.nanoTime();
        long result = pool.invoke(new FibTasks(n));
        double parallelSeconds = (System.nanoTime() - started) / 1e9;

        if (result != expected) {
            throw new AssertionError(result + " is not " + expected);
        }
        System.out.printf("fib(%d) = %,d%n", n, result);
        System.out.printf("serial    %.2f s%n", serialSeconds);
        System.out.printf(
                "parallel  %.2f s, %.2f times as fast, with parallelism %d%n",
                parallelSeconds, serialSeconds / parallelSeconds, pool.getParallelism());
        PoolStats stats = pool.stats();
        System.out.printf("%,d forks, of which %d were stolen%n", stats.forks(), stats.stealsWon());
    }
}
