package dev.cleave.benchmarks.costs;

import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ7: the wrong version joins the task that it has just forked, then computes the other half. */
public class ForkedAndJoinedAtOnce extends Pair {
    /** Joins first. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(data, 0, data.length));
    }

    /** Computes first. */
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
                return sum(data, from, to);
            }
            int middle = (from + to) >>> 1;
            Wrong left = new Wrong(data, from, middle);
            left.fork();
            return left.join() + new Wrong(data, middle, to).compute();
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
