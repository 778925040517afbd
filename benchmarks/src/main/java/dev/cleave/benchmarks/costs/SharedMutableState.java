package dev.cleave.benchmarks.costs;

import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * FJ14: the wrong version's tasks count what they find in one field, unsynchronized. A fault is a
 * number that was found and not counted.
 */
public class SharedMutableState extends Pair {
    private final long there = count(data, 0, data.length);
    private long found;

    /** Counts in a field of all tasks. */
    @Benchmark
    public long wrong(Faults faults) {
        found = 0;
        pool.invoke(new Wrong(0, data.length));
        faults.add(there - found, there);
        return found;
    }

    /** Counts in each task, and adds the results. */
    @Benchmark
    public long right(Faults faults) {
        long sum = pool.invoke(new Right(data, 0, data.length));
        faults.add(there - sum, there);
        return sum;
    }

    private static boolean isWanted(long number) {
        return (work(number) & 1) == 0;
    }

    private static long count(long[] data, int from, int to) {
        long count = 0;
        for (int i = from; i < to; i++) {
            if (isWanted(data[i])) {
                count++;
            }
        }
        return count;
    }

    private final class Wrong extends RecursiveAction {
        private final int from;
        private final int to;

        Wrong(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= LARGE) {
                for (int i = from; i < to; i++) {
                    if (isWanted(data[i])) {
                        found++;
                    }
                }
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new Wrong(from, middle), new Wrong(middle, to));
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
                return count(data, from, to);
            }
            int middle = (from + to) >>> 1;
            Right left = new Right(data, from, middle);
            Right right = new Right(data, middle, to);
            invokeAll(left, right);
            return left.join() + right.join();
        }
    }
}
