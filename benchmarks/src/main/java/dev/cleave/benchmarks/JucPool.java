package dev.cleave.benchmarks;

import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.juc.TaskPrograms;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/** The JDK's pool, made with nothing but its parallelism. */
final class JucPool implements PeerPool {
    private final ForkJoinPool pool;

    JucPool(int workers) {
        pool = new ForkJoinPool(workers);
    }

    @Override
    public Runnable program(Problem problem) {
        return TaskPrograms.in(pool, problem);
    }

    @Override
    public Counters counters() {
        return new Counters(-1, pool.getStealCount(), true, List.of());
    }

    @Override
    public void close() {
        Shutdown.await(pool);
    }
}
