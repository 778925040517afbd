package dev.cleave.benchmarks.elision;

import java.util.concurrent.Executor;

/** The calling thread, in the place of a pool. */
public final class ForkJoinPool implements Executor {
    private static final ForkJoinPool COMMON = new ForkJoinPool();

    /** What is to be waited for. */
    public interface ManagedBlocker {
        /** Waits; whether that was all. */
        boolean block() throws InterruptedException;

        /** Whether there is nothing to wait for. */
        boolean isReleasable();
    }

    /** The caller's thread. */
    public ForkJoinPool() {}

    /** The same. */
    public ForkJoinPool(int parallelism) {}

    /** There is nothing to end. */
    public void shutdown() {}

    /** Waits: nobody is there who could compute meanwhile. */
    public static void managedBlock(ManagedBlocker blocker) throws InterruptedException {
        while (!blocker.isReleasable() && !blocker.block()) {}
    }

    /** The same. */
    public static ForkJoinPool commonPool() {
        return COMMON;
    }

    /** One thread. */
    public int getParallelism() {
        return 1;
    }

    /** Runs the task. */
    public <V> V invoke(ForkJoinTask<V> task) {
        return task.join();
    }

    /** Runs the task. */
    public <V> ForkJoinTask<V> submit(ForkJoinTask<V> task) {
        task.join();
        return task;
    }

    /** Runs it. */
    @Override
    public void execute(Runnable task) {
        task.run();
    }
}
