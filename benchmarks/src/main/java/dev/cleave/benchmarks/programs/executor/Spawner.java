package dev.cleave.benchmarks.programs.executor;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Gives an executor the calls that are worth a thread, and makes the others at once: the executor
 * with a threshold that the paper compares with.
 */
public final class Spawner {
    private final Executor executor;

    /**
     * Gives calls to an executor.
     *
     * @param executor null if no call is worth a thread, as with one processor
     */
    public Spawner(Executor executor) {
        this.executor = executor;
    }

    /** A call that is or will be made. */
    <T> Future<T> submit(Callable<T> call, boolean worthAThread) {
        FutureTask<T> task = new FutureTask<>(call);
        if (worthAThread && executor != null) {
            executor.execute(task);
        } else {
            task.run();
        }
        return task;
    }

    /** The result of a call; programs throw nothing and are not interrupted. */
    static <T> T get(Future<T> call) {
        try {
            return call.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a program throws nothing and is not interrupted", e);
        }
    }
}
