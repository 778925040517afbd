import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveTask;
import java.util.ArrayList;
import java.util.List;

/**
 * In how many ways n queens stand on a board of n by n without attacking each other. One task a
 * queen that is placed in the first rows.
 *
 * <pre>./cleave run examples/NQueens.java -- [n]</pre>
 */
public class NQueens extends RecursiveTask<Long> {
    /** Below this many rows, a task counts by itself. */
    private static final int PARALLEL_ROWS = 4;

    private final int n;
    private final int row;
    private final int columns;
    private final int rising;
    private final int falling;

    /** The sets are bit masks: columns, and the two diagonals as they cross this row. */
    NQueens(int n, int row, int columns, int rising, int falling) {
        this.n = n;
        this.row = row;
        this.columns = columns;
        this.rising = rising;
        this.falling = falling;
    }

    @Override
    protected Long compute() {
        if (row >= Math.min(PARALLEL_ROWS, n)) {
            return count(n, row, columns, rising, falling);
        }
        List<NQueens> next = new ArrayList<>();
        for (int free = free(n, columns, rising, falling); free != 0; free &= free - 1) {
            int queen = free & -free;
            next.add(
                    new NQueens(
                            n,
                            row + 1,
                            columns | queen,
                            (rising | queen) << 1,
                            (falling | queen) >>> 1));
        }
        return ForkJoinTask.invokeAll(next).stream().mapToLong(ForkJoinTask::join).sum();
    }

    private static int free(int n, int columns, int rising, int falling) {
        return ~(columns | rising | falling) & ((1 << n) - 1);
    }

    static long count(int n, int row, int columns, int rising, int falling) {
        if (row == n) {
            return 1;
        }
        long ways = 0;
        for (int free = free(n, columns, rising, falling); free != 0; free &= free - 1) {
            int queen = free & -free;
            ways +=
                    count(
                            n,
                            row + 1,
                            columns | queen,
                            (rising | queen) << 1,
                            (falling | queen) >>> 1);
        }
        return ways;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 15;
        if (n < 1 || n > 31) {
            throw new IllegalArgumentException(n + " queens: give 1 to 31");
        }
        ForkJoinPool pool = ForkJoinPool.commonPool();

        long started = System.nanoTime();
        long expected = count(n, 0, 0, 0, 0);
        double serialSeconds = (System.nanoTime() - started) / 1e9;

        started = System.nanoTime();
        long ways = pool.invoke(new NQueens(n, 0, 0, 0, 0));
        double parallelSeconds = (System.nanoTime() - started) / 1e9;

        if (ways != expected) {
            throw new AssertionError(ways + " is not " + expected);
        }
        System.out.printf("%d queens stand in %,d ways%n", n, ways);
        System.out.printf("serial    %.2f s%n", serialSeconds);
        System.out.printf(
                "parallel  %.2f s, %.2f times as fast, with parallelism %d%n",
                parallelSeconds, serialSeconds / parallelSeconds, pool.getParallelism());
    }
}
