package dev.cleave.stress.races;

import dev.cleave.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What becomes of a task that is given to a pool while it shuts down. */
final class Shutdown {
    static final int PENDING = 0;
    static final int RAN = 1;
    static final int CANCELLED = 2;
    static final int NOT_TERMINATED = 3;

    /** Far beyond what termination takes: reached only if it never comes. */
    private static final long LIMIT_SECONDS = 30;

    private Shutdown() {}

    /** Whether the pool takes the task. */
    static boolean accepts(Runnable submission) {
        try {
            submission.run();
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Waits for the pool's end.
     *
     * @param task null if it was refused
     * @param ran whether it has run, and well
     * @return what has become of the task
     */
    static int end(ForkJoinPool pool, Future<?> task, BooleanSupplier ran) {
        try {
            if (!pool.awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return NOT_TERMINATED;
            }
        } catch (InterruptedException e) {
            return NOT_TERMINATED;
        }
        if (ran.getAsBoolean()) {
            return RAN;
        }
        return task != null && task.isCancelled() ? CANCELLED : PENDING;
    }
}
