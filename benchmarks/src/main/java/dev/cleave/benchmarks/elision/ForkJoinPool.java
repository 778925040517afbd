package dev.cleave.benchmarks.elision;

/** The calling thread, in the place of a pool. */
public final class ForkJoinPool {
    /** Runs the task. */
    public <V> V invoke(ForkJoinTask<V> task) {
        return task.join();
    }

    /** Runs the task. */
    public <V> ForkJoinTask<V> submit(ForkJoinTask<V> task) {
        task.join();
        return task;
    }
}
