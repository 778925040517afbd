package dev.cleave.spark;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * One problem, solved by recursive splitting in a pool. Can be cancelled by any thread: what has
 * not begun is not begun then, and threads in {@link Divisible#solve} are interrupted.
 */
final class Solving<P, R> {
    private final Divisible<P, R> how;
    private final P problem;

    /** Threads in {@link Divisible#solve}; guarded by itself. */
    private final Set<Thread> solvers = new HashSet<>();

    /** Written under {@link #solvers}' lock. */
    private volatile boolean cancelled;

    Solving(Divisible<P, R> how, P problem) {
        this.how = how;
        this.problem = problem;
    }

    /**
     * What came of a part. Not thrown from task to task, which would wrap an exception in a copy at
     * each change of thread.
     */
    record Outcome<R>(R result, Throwable failure) {
        /** The result, or throws. */
        R get() throws Throwable {
            if (failure != null) {
                throw failure;
            }
            return result;
        }
    }

    /** Begins in the pool. Does not block. */
    ForkJoinTask<Outcome<R>> submitTo(ForkJoinPool pool) {
        return pool.submit(new Root());
    }

    /** Solves in the pool; the calling thread waits, or computes if it is a worker of it. */
    Outcome<R> invokeIn(ForkJoinPool pool) {
        return pool.invoke(new Root());
    }

    /** Ends it soon. Does not wait for that. */
    void cancel() {
        synchronized (solvers) {
            cancelled = true;
            solvers.forEach(Thread::interrupt);
        }
    }

    private Outcome<R> outcome(P part, int level) {
        try {
            return new Outcome<>(solve(part, level), null);
        } catch (Throwable failure) {
            return new Outcome<>(null, failure);
        }
    }

    private R solve(P part, int level) throws Throwable {
        checkCancelled();
        if (how.isSmall(part)) {
            return solveSmall(part);
        }
        List<P> parts = Splitting.parts(how, part, level);
        if (parts.size() == 1) {
            return solve(parts.get(0), level + 1);
        }
        List<Supplier<Outcome<R>>> solutions = new ArrayList<>(parts.size());
        for (P next : parts) {
            solutions.add(() -> outcome(next, level + 1));
        }
        List<Outcome<R>> outcomes = Cleave.invokeAll(solutions);
        R combined = outcomes.get(0).get();
        for (Outcome<R> outcome : outcomes.subList(1, outcomes.size())) {
            R result = outcome.get();
            checkCancelled();
            combined = how.combine(combined, result);
        }
        return combined;
    }

    private R solveSmall(P part) {
        synchronized (solvers) {
            checkCancelled();
            solvers.add(Thread.currentThread());
        }
        try {
            return how.solve(part);
        } finally {
            synchronized (solvers) {
                solvers.remove(Thread.currentThread());
                if (cancelled) {
                    // What interrupted this must not meet the worker's next task.
                    Thread.interrupted();
                }
            }
        }
    }

    private void checkCancelled() {
        if (cancelled) {
            throw new CancellationException("cancelled");
        }
    }

    private final class Root extends RecursiveTask<Outcome<R>> {
        private static final long serialVersionUID = 1;

        @Override
        protected Outcome<R> compute() {
            return outcome(problem, 0);
        }
    }
}
