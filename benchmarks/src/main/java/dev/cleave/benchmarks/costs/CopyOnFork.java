package dev.cleave.benchmarks.costs;

import java.util.Arrays;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ2: the wrong version copies the data of each child. */
public class CopyOnFork extends Pair {
    /** Children get copies of their halves. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(data));
    }

    /** Children share the data, and get a range. */
    @Benchmark
    public long right() {
        return pool.invoke(new Right(data, 0, data.length));
    }

    private static final class Wrong extends RecursiveTask<Long> {
        private final long[] data;

        Wrong(long[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            if (data.length <= LARGE) {
                return sum(data, 0, data.length);
            }
            int middle = data.length >>> 1;
            Wrong left = new Wrong(Arrays.copyOfRange(data, 0, middle));
            left.fork();
            Wrong right = new Wrong(Arrays.copyOfRange(data, middle, data.length));
            return right.compute() + left.join();
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
                return sum(data, from, to);
            }
            int middle = (from + to) >>> 1;
            Right left = new Right(data, from, middle);
            left.fork();
            return new Right(data, middle, to).compute() + left.join();
        }
    }
}
