package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** The pools on which the contract must hold: alone and in company, last-in first-out and async. */
public enum PoolShape {
    ONE_WORKER(1, false),
    TWO_WORKERS(2, false),
    FOUR_WORKERS(4, false),
    ONE_WORKER_ASYNC(1, true),
    FOUR_WORKERS_ASYNC(4, true);

    public final int workers;
    public final boolean async;

    PoolShape(int workers, boolean async) {
        this.workers = workers;
        this.async = async;
    }

    public ForkJoinPool create() {
        return new ForkJoinPool(
                workers, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, async);
    }

    /**
     * A pool that has so many threads and no more, all of which are to be runnable. If it might
     * have more, its factory throws.
     */
    public static ForkJoinPool withoutSpares(int workers, int maximum) {
        return new ForkJoinPool(
                workers,
                pool -> {
                    if (pool.getPoolSize() > workers) {
                        throw new IllegalStateException("a broken factory");
                    }
                    return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                },
                null,
                false,
                workers,
                maximum,
                workers,
                null,
                1,
                TimeUnit.MINUTES);
    }

    /** Runs the body in the calling thread with a new pool, which must then stop on request. */
    public void outside(ThrowingConsumer<ForkJoinPool> body) throws Exception {
        using(create(), body);
    }

    /** Runs the body in a worker of a new pool, which must then stop on request. */
    public void inside(Executable body) throws Exception {
        outside(pool -> runIn(pool, body));
    }

    /** Runs the body in the calling thread with this pool, which must then stop on request. */
    public static void using(ForkJoinPool pool, ThrowingConsumer<ForkJoinPool> body)
            throws Exception {
        Throwable failure = null;
        try {
            body.accept(pool);
        } catch (Throwable t) {
            failure = t;
        }
        // A test may leave its thread interrupted; that must not end the wait for termination.
        boolean interrupted = Thread.interrupted();
        try {
            pool.shutdownNow();
            assertTrue(
                    pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS),
                    () -> "still running after shutdownNow: " + pool);
        } catch (Throwable t) {
            if (failure == null) failure = t;
            else failure.addSuppressed(t);
        }
        if (interrupted) Thread.currentThread().interrupt();
        rethrow(failure);
    }

    /** Runs the body in a worker of the pool and waits for it; its failure is thrown unwrapped. */
    public static void runIn(ForkJoinPool pool, Executable body) throws Exception {
        Body task = new Body(body);
        pool.invoke(task);
        rethrow(task.failure);
    }

    private static void rethrow(Throwable failure) throws Exception {
        if (failure instanceof Error) throw (Error) failure;
        if (failure instanceof Exception) throw (Exception) failure;
        if (failure != null) throw new AssertionError(failure);
    }

    private static final class Body extends RecursiveAction {
        private final Executable body;
        private Throwable failure;

        Body(Executable body) {
            this.body = body;
        }

        @Override
        protected void compute() {
            try {
                body.execute();
            } catch (Throwable t) {
                failure = t;
            }
        }
    }
}
