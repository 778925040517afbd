package dev.cleave.benchmarks.costs;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ1: the wrong version's tasks submit their other half to the pool. */
public class CentralizedPooling extends Pair {
    /** Submits one half and computes the other. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(pool, data, 0, data.length));
    }

    /** Forks one half and computes the other. */
    @Benchmark
    public long right() {
        return pool.invoke(new Right(data, 0, data.length));
    }

    private static final class Wrong extends RecursiveTask<Long> {
        private final ForkJoinPool pool;
        private final long[] data;
        private final int from;
        private final int to;

        Wrong(ForkJoinPool pool, long[] data, int from, int to) {
            this.pool = pool;
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= SMALL) {
                return sum(data, from, to);
            }
            int middle = (from + to) >>> 1;
            ForkJoinTask<Long> left = pool.submit(new Wrong(pool, data, from, middle));
            return new Wrong(pool, data, middle, to).compute() + left.join();
        }
    }

    private static final class Right extends RecursiveTask<Long> {
        private final long[] data;
        private final int from;
        private final int to;

        Right(long[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= SMALL) {
                return sum(data, from, to);
            }
            int middle = (from + to) >>> 1;
            Right left = new Right(data, from, middle);
            left.fork();
            return new Right(data, middle, to).compute() + left.join();
        }
    }
}
