package dev.cleave.benchmarks.elision;

import java.util.Collection;

/**
 * A task that its joiner runs, at the latest. Confined to one thread.
 *
 * @param <V> the result
 */
public abstract class ForkJoinTask<V> {
    /** Where a thief would find the task; keeps the compiler from doing without the object. */
    private static ForkJoinTask<?> forked;

    private boolean done;

    /** Does the work. */
    abstract void run();

    /** What the work has brought. */
    abstract V result();

    /** Makes the task reachable from elsewhere. */
    public final ForkJoinTask<V> fork() {
        forked = this;
        return this;
    }

    /** Runs the task unless it has run. */
    public final V join() {
        if (!done) {
            done = true;
            run();
        }
        return result();
    }

    /** Runs those that have not run. */
    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        tasks.forEach(ForkJoinTask::join);
        return tasks;
    }

    /** A task that calls the body. */
    public static ForkJoinTask<Void> adapt(Runnable body) {
        return new RecursiveAction() {
            @Override
            protected void compute() {
                body.run();
            }
        };
    }
}
