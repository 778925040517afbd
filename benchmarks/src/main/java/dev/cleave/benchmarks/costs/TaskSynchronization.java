package dev.cleave.benchmarks.costs;

import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ5: the wrong version's tasks add each element to a shared sum, under its monitor. */
public class TaskSynchronization extends Pair {
    private static final class Total {
        private long sum;
    }

    /** Takes the monitor for each element. */
    @Benchmark
    public long wrong() {
        Total total = new Total();
        pool.invoke(new Wrong(total, data, 0, data.length));
        return total.sum;
    }

    /** Adds in a local variable, and returns the sum. */
    @Benchmark
    public long right() {
        return pool.invoke(new Right(data, 0, data.length));
    }

    private static final class Wrong extends RecursiveAction {
        private final Total total;
        private final long[] data;
        private final int from;
        private final int to;

        Wrong(Total total, long[] data, int from, int to) {
            this.total = total;
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= LARGE) {
                for (int i = from; i < to; i++) {
                    long result = work(data[i]);
                    synchronized (total) {
                        total.sum += result;
                    }
                }
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new Wrong(total, data, from, middle), new Wrong(total, data, middle, to));
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
