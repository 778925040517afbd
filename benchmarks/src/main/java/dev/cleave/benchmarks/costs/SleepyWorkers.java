package dev.cleave.benchmarks.costs;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ6: the wrong version's leaves wait a millisecond; the right one's say so to the pool. */
public class SleepyWorkers extends Pair {
    private static final long WAIT_MILLIS = 1;

    /** Leaves sleep. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(data, 0, data.length));
    }

    /** Leaves sleep while another worker takes their place. */
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
                try {
                    Thread.sleep(WAIT_MILLIS);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return sum(data, from, to);
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
                try {
                    ForkJoinPool.managedBlock(new Wait());
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return sum(data, from, to);
            }
            int middle = (from + to) >>> 1;
            Right left = new Right(data, from, middle);
            left.fork();
            return new Right(data, middle, to).compute() + left.join();
        }
    }

    private static final class Wait implements ForkJoinPool.ManagedBlocker {
        private boolean over;

        @Override
        public boolean block() throws InterruptedException {
            Thread.sleep(WAIT_MILLIS);
            over = true;
            return true;
        }

        @Override
        public boolean isReleasable() {
            return over;
        }
    }
}
