package dev.cleave.benchmarks.costs;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ12: the wrong version makes a pool for each computation, and shuts it down at least. */
public class PoolPerCall extends Pair {
    /** A pool for this call. */
    @Benchmark
    public long wrong() {
        return sumInItsOwnPool(data);
    }

    /** The same pool for all calls. */
    @Benchmark
    public long right() {
        return pool.invoke(new Sum(data, 0, data.length));
    }

    private static long sumInItsOwnPool(long[] data) {
        ForkJoinPool own = new ForkJoinPool(WORKERS);
        try {
            return own.invoke(new Sum(data, 0, data.length));
        } finally {
            own.shutdown();
        }
    }

    private static final class Sum extends RecursiveTask<Long> {
        private final long[] data;
        private final int from;
        private final int to;

        Sum(long[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= LARGE) {
                return sum(data, from, to);
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(data, from, middle);
            left.fork();
            return new Sum(data, middle, to).compute() + left.join();
        }
    }
}
