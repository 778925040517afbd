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
        done.set(0);
        pool.invoke(new Wrong());
        return counted(faults);
    }

    /** Waits for all parts. */
    @Benchmark
    public long right(Faults faults) {
        done.set(0);
        pool.invoke(new Right());
        return counted(faults);
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

    private final class Wrong extends RecursiveAction {
        @Override
        protected void compute() {
            for (int part = 0; part < results.length; part++) {
                new Part(part).fork();
            }
        }
    }

    private final class Right extends RecursiveAction {
        @Override
        protected void compute() {
            List<Part> parts = new ArrayList<>();
            for (int part = 0; part < results.length; part++) {
                parts.add(new Part(part));
            }
            invokeAll(parts);
        }
    }
}
