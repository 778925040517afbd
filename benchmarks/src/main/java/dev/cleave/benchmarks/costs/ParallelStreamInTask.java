package dev.cleave.benchmarks.costs;

import java.util.Arrays;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ16: the wrong version's leaves divide themselves again, as parallel streams. */
public class ParallelStreamInTask extends Pair {
    /** Leaves are parallel streams. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(data, 0, data.length));
    }

    /** Leaves are plain streams. */
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
                return Arrays.stream(data, from, to).parallel().map(Pair::work).sum();
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
                return Arrays.stream(data, from, to).map(Pair::work).sum();
            }
            int middle = (from + to) >>> 1;
            Right left = new Right(data, from, middle);
            left.fork();
            return new Right(data, middle, to).compute() + left.join();
        }
    }
}
