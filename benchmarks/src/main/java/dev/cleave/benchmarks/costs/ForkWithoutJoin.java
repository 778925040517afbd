package dev.cleave.benchmarks.costs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * FJ11: the wrong version forks its parts and returns. A fault is a part that was not done when the
 * task had ended. Both versions are timed until all parts are done.
 */
public class ForkWithoutJoin extends Pair {
    private final long[] results = new long[data.length / LARGE];
    private final AtomicInteger done = new AtomicInteger();

    /** Forks and does not join. */
    @Benchmark
    public long wrong(Faults faults) {
        pool.invoke(new Wrong(parts()));
        return counted(faults);
    }

    /** Waits for all parts. */
    @Benchmark
    public long right(Faults faults) {
        pool.invoke(new Right(parts()));
        return counted(faults);
    }

    private List<Part> parts() {
        done.set(0);
        List<Part> parts = new ArrayList<>();
        for (int part = 0; part < results.length; part++) {
            parts.add(new Part(part));
        }
        return parts;
    }

    private long counted(Faults faults) {
        faults.add(results.length - done.get(), results.length);
        // The next run must not find these parts in its way.
        while (done.get() < results.length) {
            pool.awaitQuiescence(1, TimeUnit.MINUTES);
        }
        return results[0];
    }

    private final class Part extends RecursiveAction {
        private final int part;

        Part(int part) {
            this.part = part;
        }

        @Override
        protected void compute() {
            results[part] = sum(data, part * LARGE, (part + 1) * LARGE);
            done.incrementAndGet();
        }
    }

    private static final class Wrong extends RecursiveAction {
        private final List<Part> parts;

        Wrong(List<Part> parts) {
            this.parts = parts;
        }

        @Override
        protected void compute() {
            for (Part part : parts) {
                part.fork();
            }
        }
    }

    private static final class Right extends RecursiveAction {
        private final List<Part> parts;

        Right(List<Part> parts) {
            this.parts = parts;
        }

        @Override
        protected void compute() {
            invokeAll(parts);
        }
    }
}
