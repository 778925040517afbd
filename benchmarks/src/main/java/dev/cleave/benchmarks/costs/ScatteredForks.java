package dev.cleave.benchmarks.costs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RecursiveTask;
import org.openjdk.jmh.annotations.Benchmark;

/** FJ4: the wrong version forks each part as soon as it is made, and joins the oldest first. */
public class ScatteredForks extends Pair {
    /**
     * Elements of a part: a thousand parts. Of more, the wrong version takes hundreds of times as
     * long.
     */
    private static final int PART = 64;

    /** Makes a part, forks it, makes the next. */
    @Benchmark
    public long wrong() {
        return pool.invoke(new Wrong(data));
    }

    /** Makes all parts, then hands them over at once. */
    @Benchmark
    public long right() {
        return pool.invoke(new Right(data));
    }

    private static final class Part extends RecursiveTask<Long> {
        private final long[] data;
        private final int from;

        Part(long[] data, int from) {
            this.data = data;
            this.from = from;
        }

        @Override
        protected Long compute() {
            return sum(data, from, from + PART);
        }
    }

    private static final class Wrong extends RecursiveTask<Long> {
        private final long[] data;

        Wrong(long[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            List<Part> parts = new ArrayList<>();
            for (int from = 0; from < data.length; from += PART) {
                Part part = new Part(data, from);
                part.fork();
                parts.add(part);
            }
            long sum = 0;
            for (Part part : parts) {
                sum += part.join();
            }
            return sum;
        }
    }

    private static final class Right extends RecursiveTask<Long> {
        private final long[] data;

        Right(long[] data) {
            this.data = data;
        }

        @Override
        protected Long compute() {
            List<Part> parts = new ArrayList<>();
            for (int from = 0; from < data.length; from += PART) {
                parts.add(new Part(data, from));
            }
            invokeAll(parts);
            long sum = 0;
            for (Part part : parts) {
                sum += part.join();
            }
            return sum;
        }
    }
}
