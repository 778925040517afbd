package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.programs.Problem;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiFunction;

/** The JDK's pool, made with nothing but its parallelism. */
final class JucPool implements PeerPool {
    private final ForkJoinPool pool;
    private final BiFunction<ForkJoinPool, Problem, Runnable> programs;

    /**
     * Opens a pool.
     *
     * @param programs finds the version of a problem
     */
    JucPool(int workers, BiFunction<ForkJoinPool, Problem, Runnable> programs) {
        this.programs = programs;
        pool = new ForkJoinPool(workers);
    }

    @Override
    public Runnable program(Problem problem) {
        return programs.apply(pool, problem);
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
