package dev.cleave.benchmarks.elision;

/** The calling thread, in the place of a pool. */
public final class ForkJoinPool {
    private static final ForkJoinPool COMMON = new ForkJoinPool();

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
    public void execute(Runnable task) {
        task.run();
    }
}
