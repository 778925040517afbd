package dev.cleave.benchmarks.costs;

import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ9: the wrong version joins the older of two forked tasks first. */
public class WrongJoinOrder extends Pair {
    /** Joins the older first. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(data, 0, data.length));
    }

    /** Joins the younger first. */
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
            int third = (to - from) / 3;
            Wrong first = new Wrong(data, from, from + third);
            Wrong second = new Wrong(data, from + third, to - third);
            first.fork();
            second.fork();
            long sum = new Wrong(data, to - third, to).compute();
            return sum + first.join() + second.join();
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
            int third = (to - from) / 3;
            Right first = new Right(data, from, from + third);
            Right second = new Right(data, from + third, to - third);
            first.fork();
            second.fork();
            long sum = new Right(data, to - third, to).compute();
            return sum + second.join() + first.join();
        }
    }
}
