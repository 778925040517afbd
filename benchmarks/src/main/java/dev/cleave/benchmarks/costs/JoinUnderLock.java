package dev.cleave.benchmarks.costs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * FJ15: the wrong version waits for its other half while it holds the monitor that its siblings
 * need to add their sums. The halves need no monitor, so that it ends at least.
 */
public class JoinUnderLock extends Pair {
    private static final class Total {
        private long sum;
    }

    /** Joins while it holds the total's monitor. */
    @Benchmark
    public long wrong() {
        Total total = new Total();
        List<Wrong> tasks = new ArrayList<>();
        for (int from = 0; from < data.length; from += LARGE) {
            tasks.add(new Wrong(total, data, from));
        }
        return total(total, tasks);
    }

    /** Joins, then adds under the monitor. */
    @Benchmark
    public long right() {
        Total total = new Total();
        List<Right> tasks = new ArrayList<>();
        for (int from = 0; from < data.length; from += LARGE) {
            tasks.add(new Right(total, data, from));
        }
        return total(total, tasks);
    }

    private long total(Total total, List<? extends RecursiveAction> tasks) {
        pool.invoke(ForkJoinTask.adapt(() -> ForkJoinTask.invokeAll(tasks)));
        synchronized (total) {
            return total.sum;
        }
    }

    private static final class Half extends RecursiveTask<Long> {
        private final long[] data;
        private final int from;

        Half(long[] data, int from) {
            this.data = data;
            this.from = from;
        }

        @Override
        protected Long compute() {
            return sum(data, from, from + LARGE / 2);
        }
    }

    private static final class Wrong extends RecursiveAction {
        private final Total total;
        private final long[] data;
        private final int from;

        Wrong(Total total, long[] data, int from) {
            this.total = total;
            this.data = data;
            this.from = from;
        }

        @Override
        protected void compute() {
            Half left = new Half(data, from);
            left.fork();
            long sum = sum(data, from + LARGE / 2, from + LARGE);
            synchronized (total) {
                sum += left.join();
                total.sum += sum;
            }
        }
    }

    private static final class Right extends RecursiveAction {
        private final Total total;
        private final long[] data;
        private final int from;

        Right(Total total, long[] data, int from) {
            this.total = total;
            this.data = data;
            this.from = from;
        }

        @Override
        protected void compute() {
            Half left = new Half(data, from);
            left.fork();
            long sum = sum(data, from + LARGE / 2, from + LARGE);
            sum += left.join();
            synchronized (total) {
                total.sum += sum;
            }
        }
    }
}
