package dev.cleave;

import dev.cleave.scheduling.CompletionPath;
import dev.cleave.scheduling.Task;
import dev.cleave.scheduling.Tasks;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A task that completes when a count of others has: nobody waits, the last to finish goes on. As
 * {@link java.util.concurrent.CountedCompleter}.
 *
 * @param <T> the result
 */
public abstract class CountedCompleter<T> extends ForkJoinTask<T> {
    private static final long serialVersionUID = 1L;

    private static final VarHandle PENDING;

    static {
        try {
            PENDING =
                    MethodHandles.lookup()
                            .findVarHandle(CountedCompleter.class, "pending", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        Path.install();
    }

    /**
     * What schedulers ask of completers, and tell them and the parents of {@link SyncTask}s. It has
     * no initialiser, which might overflow.
     */
    static final class Path implements CompletionPath {
        static void install() {
            Installed.install(new Path());
        }

        @Override
        public boolean leadsTo(Task step, Task goal) {
            if (step instanceof CountedCompleter<?> c && goal instanceof CountedCompleter<?>) {
                for (; c != null; c = c.completer) {
                    if (c == goal) {
                        return true;
                    }
                }
            }
            return false;
        }

        @Override
        public void failed(Task task, Throwable failure) {
            if (task instanceof CountedCompleter<?> c) {
                CountedCompleter<?> caller = c;
                while (c.onExceptionalCompletion(failure, caller)) {
                    caller = c;
                    c = c.completer;
                    if (c == null || !Tasks.failAlone(c, failure) && !isToldByOther(c, failure)) {
                        return;
                    }
                }
            }
        }

        /**
         * Whether somebody else tells the completer, and those further out, of a full stack or
         * heap: so does this thread, which would else go on, and end them normally before.
         */
        private static boolean isToldByOther(CountedCompleter<?> c, Throwable failure) {
            return failure instanceof VirtualMachineError && Tasks.failed(c);
        }

        @Override
        public void failedHalfWay(Task task, Throwable full) {
            if (task instanceof CountedCompleter<?> c) {
                // Whether a completer would have stopped it is not asked: some have been, perhaps.
                while ((c = c.completer) != null) {
                    Tasks.failAlone(c, full);
                }
            }
        }

        @Override
        public void skipped(Task task) {
            if (task instanceof ForkJoinTask<?> t) {
                t.completedBySomebody();
            }
        }

        @Override
        public void dropped(Task task) {
            skipped(task);
            if (task instanceof CountedCompleter<?> c) {
                // Their pending counts will not come to zero any more.
                while ((c = c.completer) != null) {
                    Tasks.cancel(c);
                }
            }
        }
    }

    /** Who is told when this is complete, or null. */
    private final CountedCompleter<?> completer;

    private volatile int pending;

    /**
     * Creates a completer with a pending count.
     *
     * @param completer who is told when this is complete, or null
     * @param initialPendingCount how many completions to wait for besides its own
     */
    protected CountedCompleter(CountedCompleter<?> completer, int initialPendingCount) {
        this.completer = completer;
        this.pending = initialPendingCount;
    }

    /**
     * Creates a completer with a pending count of zero.
     *
     * @param completer who is told when this is complete, or null
     */
    protected CountedCompleter(CountedCompleter<?> completer) {
        this(completer, 0);
    }

    /** Creates a root completer with a pending count of zero. */
    protected CountedCompleter() {
        this(null, 0);
    }

    /** The work; normally ends in {@link #tryComplete} or {@link #propagateCompletion}. */
    public abstract void compute();

    /**
     * Called when the pending count is zero and {@link #tryComplete} is called, or on {@link
     * #complete}: combines results, say. Does nothing unless overridden.
     *
     * @param caller the task that triggered it, perhaps this one
     */
    public void onCompletion(CountedCompleter<?> caller) {}

    /**
     * Called when this completes exceptionally, before its completer does.
     *
     * @param ex the exception
     * @param caller the task that failed, perhaps this one
     * @return whether the completer should fail as well
     */
    public boolean onExceptionalCompletion(Throwable ex, CountedCompleter<?> caller) {
        return true;
    }

    /**
     * Who is told when this is complete.
     *
     * @return the completer, or null
     */
    public final CountedCompleter<?> getCompleter() {
        return completer;
    }

    /**
     * The pending count.
     *
     * @return the count
     */
    public final int getPendingCount() {
        return pending;
    }

    /**
     * Sets the pending count.
     *
     * @param count the count
     */
    public final void setPendingCount(int count) {
        pending = count;
    }

    /**
     * Adds to the pending count, atomically.
     *
     * @param delta what to add
     */
    public final void addToPendingCount(int delta) {
        PENDING.getAndAdd(this, delta);
    }

    /**
     * Sets the pending count if it is as expected, atomically.
     *
     * @param expected the old count
     * @param count the new one
     * @return whether it was
     */
    public final boolean compareAndSetPendingCount(int expected, int count) {
        return PENDING.compareAndSet(this, expected, count);
    }

    /**
     * Decrements the pending count unless it is zero, atomically.
     *
     * @return the count before
     */
    public final int decrementPendingCountUnlessZero() {
        int c;
        do {
            c = pending;
        } while (c != 0 && !PENDING.weakCompareAndSet(this, c, c - 1));
        return c;
    }

    /**
     * The last of the chain of completers.
     *
     * @return the root, perhaps this
     */
    public final CountedCompleter<?> getRoot() {
        CountedCompleter<?> c = this;
        while (c.completer != null) {
            c = c.completer;
        }
        return c;
    }

    /**
     * If the pending count is not zero, decrements it; else calls {@link #onCompletion} and does
     * the same for the completer, or completes this if it is the root.
     */
    public final void tryComplete() {
        for (CountedCompleter<?> c = this, caller = c; ; ) {
            if (c.decrementPendingCountUnlessZero() != 0) {
                return;
            }
            c.onCompletion(caller);
            caller = c;
            c = c.completer;
            if (c == null) {
                caller.quietlyComplete();
                return;
            }
        }
    }

    /** As {@link #tryComplete}, without calling {@link #onCompletion}. */
    public final void propagateCompletion() {
        for (CountedCompleter<?> c = this; ; ) {
            if (c.decrementPendingCountUnlessZero() != 0) {
                return;
            }
            CountedCompleter<?> completed = c;
            c = c.completer;
            if (c == null) {
                completed.quietlyComplete();
                return;
            }
        }
    }

    /**
     * Completes this whatever its pending count: sets the result, calls {@link #onCompletion}, and
     * tries to complete the completer.
     *
     * @param rawResult the result
     */
    @Override
    public void complete(T rawResult) {
        setRawResult(rawResult);
        onCompletion(this);
        quietlyComplete();
        if (completer != null) {
            completer.tryComplete();
        }
    }

    /**
     * If the pending count is zero returns this, else decrements it: for loops over completions.
     *
     * @return this, or null
     */
    public final CountedCompleter<?> firstComplete() {
        return decrementPendingCountUnlessZero() == 0 ? this : null;
    }

    /**
     * If there is no completer completes this; else {@link #firstComplete} of the completer.
     *
     * @return the next to complete, or null
     */
    public final CountedCompleter<?> nextComplete() {
        if (completer != null) {
            return completer.firstComplete();
        }
        quietlyComplete();
        return null;
    }

    /** Completes the root. */
    public final void quietlyCompleteRoot() {
        getRoot().quietlyComplete();
    }

    /**
     * Runs up to so many queued tasks on whose completion this one depends.
     *
     * @param maxTasks how many at most
     */
    public final void helpComplete(int maxTasks) {
        if (maxTasks > 0 && !isDone()) {
            ForkJoinPool pool = getPool();
            (pool == null ? ForkJoinPool.commonPool() : pool)
                    .scheduler.helpComplete(this, maxTasks);
        }
    }

    @Override
    protected final boolean exec() {
        compute();
        return false;
    }

    /** Null unless overridden. */
    @Override
    public T getRawResult() {
        return null;
    }

    /** Does nothing unless overridden. */
    @Override
    protected void setRawResult(T t) {}
}
