package dev.cleave.spark;

import dev.cleave.ForkJoinPool;
import java.util.Objects;

/** Solves a {@link Divisible} on one machine. Nothing of it needs Spark. */
public final class LocalSolver {
    private LocalSolver() {}

    /**
     * Divides the problem until the parts are small, and solves them in the pool's workers. The
     * calling thread waits; if it is a worker of the pool, it computes. If parts throw, all others
     * end first, and what the first of them in order threw is thrown, itself and not a copy.
     *
     * @param pool where to
     * @param how how it is divided and solved
     * @param problem the problem
     * @param <P> problems
     * @param <R> results
     * @return the result
     * @throws NullPointerException if an argument is null
     * @throws IllegalStateException if splitting has no parts, has a null among them, or has not
     *     come to small ones after 200 levels
     * @throws java.util.concurrent.RejectedExecutionException if the pool is shut down
     */
    public static <P, R> R solve(ForkJoinPool pool, Divisible<P, R> how, P problem) {
        Objects.requireNonNull(pool, "the pool is null");
        Objects.requireNonNull(how, "the Divisible is null");
        Objects.requireNonNull(problem, "the problem is null");
        try {
            return new Solving<>(how, problem).invokeIn(pool).get();
        } catch (Throwable failure) {
            throw LocalSolver.<RuntimeException>unchecked(failure);
        }
    }

    /** Divisible's methods declare no exceptions, so it is none that must be declared. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}
