package dev.cleave.benchmarks.costs;

import java.util.Arrays;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ3: the wrong version copies the children's results into the parent's, at each level. */
public class CopyOnJoin extends Pair {
    /** Each task returns an array of its own. */
    @Benchmark
    public long wrong() {
        return Arrays.stream(pool.invoke(new Wrong(data, 0, data.length))).sum();
    }

    /** All tasks write into one array, each at its own indices. */
    @Benchmark
    public long right() {
        long[] results = new long[data.length];
        pool.invoke(new Right(results, data, 0, data.length));
        return Arrays.stream(results).sum();
    }

    private static final class Wrong extends RecursiveTask<long[]> {
        private final long[] data;
        private final int from;
        private final int to;

        Wrong(long[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected long[] compute() {
            if (to - from <= LARGE) {
                long[] own = new long[to - from];
                for (int i = from; i < to; i++) {
                    own[i - from] = work(data[i]);
                }
                return own;
            }
            int middle = (from + to) >>> 1;
            Wrong left = new Wrong(data, from, middle);
            left.fork();
            long[] second = new Wrong(data, middle, to).compute();
            long[] first = left.join();
            long[] both = Arrays.copyOf(first, first.length + second.length);
            System.arraycopy(second, 0, both, first.length, second.length);
            return both;
        }
    }

    private static final class Right extends RecursiveAction {
        private final long[] results;
        private final long[] data;
        private final int from;
        private final int to;

        Right(long[] results, long[] data, int from, int to) {
            this.results = results;
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= LARGE) {
                for (int i = from; i < to; i++) {
                    results[i] = work(data[i]);
                }
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new Right(results, data, from, middle), new Right(results, data, middle, to));
        }
    }
}
