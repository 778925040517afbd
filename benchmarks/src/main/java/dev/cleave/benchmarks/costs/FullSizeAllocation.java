package dev.cleave.benchmarks.costs;

import java.util.Arrays;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ13: the wrong version's leaves allocate room for all the data, and use a part of it. */
public class FullSizeAllocation extends Pair {
    /** Room for all data in each leaf. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(data, 0, data.length));
    }

    /** Room for the leaf's own part. */
    @Benchmark
    public long right() {
        return pool.invoke(new Right(data, 0, data.length));
    }

    private static final class Wrong extends RecursiveTask<Long> {
        private final long[] data;
        private final int from;
        private final int to;

        Wrong(long[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= LARGE) {
                long[] own = new long[data.length];
                for (int i = from; i < to; i++) {
                    own[i] = work(data[i]);
                }
                return Arrays.stream(own, from, to).sum();
            }
            int middle = (from + to) >>> 1;
            Wrong left = new Wrong(data, from, middle);
            left.fork();
            return new Wrong(data, middle, to).compute() + left.join();
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
            if (to - from <= LARGE) {
                long[] own = new long[to - from];
                for (int i = from; i < to; i++) {
                    own[i - from] = work(data[i]);
                }
                return Arrays.stream(own).sum();
            }
            int middle = (from + to) >>> 1;
            Right left = new Right(data, from, middle);
            left.fork();
            return new Right(data, middle, to).compute() + left.join();
        }
    }
}
