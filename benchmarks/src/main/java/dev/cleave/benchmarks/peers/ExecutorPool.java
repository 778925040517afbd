package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.executor.ExecutorPrograms;
import dev.cleave.benchmarks.programs.executor.Spawner;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An executor as Java 5 has them. It has no number of workers: with one, nothing is given to it, as
 * in the paper; with more, whatever is worth a thread.
 */
final class ExecutorPool implements PeerPool {
    private final Spawner spawner;

    /** What is to be shut down; null if nothing is. */
    private final ExecutorService service;

    private ExecutorPool(int workers, Executor executor, ExecutorService service) {
        this.spawner = new Spawner(workers == 1 ? null : executor);
        this.service = service;
    }

    /** A new thread for every call. */
    static PeerPool threads(int workers) {
        return new ExecutorPool(workers, call -> new Thread(call).start(), null);
    }

    /** Threads that wait for further calls. */
    static PeerPool cached(int workers) {
        return of(workers, Executors.newCachedThreadPool());
    }

    /**
     * A new virtual thread for every call.
     *
     * @throws IllegalStateException on Java before 21
     */
    static PeerPool virtual(int workers) {
        try {
            return of(
                    workers,
                    (ExecutorService)
                            Executors.class
                                    .getMethod("newVirtualThreadPerTaskExecutor")
                                    .invoke(null));
        } catch (ReflectiveOperationException tooOld) {
            throw new IllegalStateException("virtual threads need Java 21 or later", tooOld);
        }
    }

    private static PeerPool of(int workers, ExecutorService service) {
        return new ExecutorPool(workers, service, service);
    }

    @Override
    public Runnable program(Problem problem) {
        return PeerPool.require(ExecutorPrograms.in(spawner, problem), "calls", problem);
    }

    @Override
    public void close() {
        if (service != null) {
            Shutdown.await(service);
        }
    }
}
