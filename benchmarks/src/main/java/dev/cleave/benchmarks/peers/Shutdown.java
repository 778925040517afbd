package dev.cleave.benchmarks.peers;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends a pool that has nothing left to do. */
final class Shutdown {
    private static final int PATIENCE_SECONDS = 30;

    private Shutdown() {}

    /**
     * Shuts down, and waits for the end.
     *
     * @throws IllegalStateException if the threads do not end in time, or the wait is interrupted
     */
    static void await(ExecutorService pool) {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "the pool has no work, but did not end within "
                                + PATIENCE_SECONDS
                                + " s of shutdown: "
                                + pool);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a pool shut down", interrupted);
        }
    }
}
