package dev.cleave.benchmarks.costs;

import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ8: the wrong version forks both halves, and waits for them. */
public class IdleParent extends Pair {
    /** Forks both. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(data, 0, data.length));
    }

    /** Forks one and computes the other. */
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
            if (to - from <= SMALL) {
                return sum(data, from, to);
            }
            int middle = (from + to) >>> 1;
            Wrong left = new Wrong(data, from, middle);
            Wrong right = new Wrong(data, middle, to);
            left.fork();
            right.fork();
            return left.join() + right.join();
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
            Right right = new Right(data, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }
}
