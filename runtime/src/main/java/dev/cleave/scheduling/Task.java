package dev.cleave.scheduling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CancellationException;

/**
 * What a worker runs once: the completion state machine beneath {@code ForkJoinTask}.
 *
 * <p>A task is four bytes beside its object header, so that a task with one {@code int} and one
 * reference is a 24-byte object. What few tasks need, the exception of a failed one and the threads
 * waiting for one, lives in side tables ({@link TaskFailures}, {@link TaskWaiters}). States and
 * transitions are drawn in this package's {@code PROTOCOL.md}, section Task.
 */
public abstract class Task {
    /** Completed, in one way or another; the sign bit. */
    static final int DONE = 0x80;

    /** Completed, but not with a result. */
    static final int ABNORMAL = 0x40;

    /** Completed by an exception, which {@link TaskFailures} holds. */
    static final int THROWN = 0x20;

    /** Somebody waits: whoever completes the task wakes them. */
    static final int AWAITED = 0x01;

    private static final byte NORMAL = (byte) DONE;
    private static final byte CANCELLED = (byte) (DONE | ABNORMAL);

    /** The whole state: for a frame that has no room to call anything. */
    static final byte FAILED = (byte) (DONE | ABNORMAL | THROWN);

    private static final VarHandle STATE;
    private static final VarHandle TAG;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Task.class, "state", byte.class);
            TAG = lookup.findVarHandle(Task.class, "tag", short.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        rehearseFailure();
    }

    /**
     * Fails and awaits a task, so that the classes this takes are initialized now: an initializer
     * that overflows the stack, as the first failing task may have, leaves its class unusable.
     */
    private static void rehearseFailure() {
        Task task =
                new Task() {
                    @Override
                    protected boolean exec() throws Exception {
                        throw new CancellationException("a rehearsal");
                    }
                };
        TaskWaiters.rehearse(task);
        task.run((byte) 0);
        TaskFailures.forget(task);
    }

    volatile byte state;

    /** {@link WorkQueue#id} of the worker that runs it, while it is pending; the runner writes. */
    private byte runner;

    private volatile short tag;

    /** Creates a pending task. */
    protected Task() {}

    /**
     * The task's work, called at most once at a time, by the worker that claimed the task.
     *
     * @return whether the task is complete; false leaves completion to somebody else
     * @throws Throwable whatever the work throws: it completes the task exceptionally
     */
    protected abstract boolean exec() throws Throwable;

    /**
     * Runs the work unless the task is complete already. Never throws what the work throws.
     *
     * @param id the runner's {@link WorkQueue#id}, or 0
     * @return whether this call completed the task normally
     */
    final boolean run(byte id) {
        try {
            return execute(id);
        } catch (Throwable full) {
            // Too little stack or heap left for the call, or to keep the exception: the bare fact
            // needs neither. A caller's frame has more room, and wakes the waiters.
            if (state >= 0) {
                state = FAILED;
            }
            TaskWaiters.missed = true;
            throw full;
        }
    }

    /** As {@link #run}; the caller deals with a full stack as that does. */
    final boolean execute(byte id) {
        if (state >= 0) {
            runner = id;
            try {
                if (exec()) {
                    // ORDER T1: the one atomic operation of a task's life. It decides between this
                    // run and a cancel() or complete() elsewhere, and publishes the result.
                    // Pairs with T2. Test: CancelAgainstRun.
                    return STATE.compareAndSet(this, (byte) 0, NORMAL) || completeNormally();
                }
                runner = 0;
            } catch (Throwable failure) {
                fail(failure);
            }
        } else {
            CompletionPath.Installed.skipped(this);
        }
        return false;
    }

    /** The pool ends while the task is queued: cancels it, and whatever depends on its run. */
    final void drop() {
        completeCancelled();
        CompletionPath.Installed.dropped(this);
    }

    /**
     * Completes normally, if still pending.
     *
     * @return whether this call did it
     */
    final boolean completeNormally() {
        return complete(NORMAL);
    }

    /**
     * Completes as cancelled, if still pending.
     *
     * @return whether this call did it
     */
    final boolean completeCancelled() {
        return complete(CANCELLED);
    }

    /**
     * Completes with an exception, if still pending.
     *
     * @param failure what waiters will be told
     * @return whether this call did it
     */
    final boolean completeFailed(Throwable failure) {
        if (!TaskFailures.record(this, failure)) {
            return false;
        }
        CompletionPath.Installed.failed(this, failure);
        return true;
    }

    private void fail(Throwable failure) {
        completeFailed(failure);
        CompletionPath.Installed.skipped(this);
        TaskWaiters.wakeMissed();
    }

    /** The transition to {@link #THROWN}, for {@link TaskFailures}, which holds its lock. */
    final boolean completeThrown() {
        return complete(FAILED);
    }

    private boolean complete(byte how) {
        for (; ; ) {
            byte seen = state;
            if (seen < 0) {
                return false;
            }
            if (STATE.compareAndSet(this, seen, (byte) (how | seen))) {
                if ((seen & AWAITED) != 0) {
                    try {
                        TaskWaiters.wake(this);
                    } catch (StackOverflowError | OutOfMemoryError full) {
                        TaskWaiters.missed = true; // the task is complete all the same
                    }
                }
                return true;
            }
        }
    }

    /**
     * Announces a waiter, so that completion wakes it.
     *
     * @return false if the task is complete and there is nothing to wait for
     */
    final boolean markAwaited() {
        for (; ; ) {
            byte seen = state;
            if (seen < 0) {
                return false;
            }
            // ORDER T2: pairs with T1. Either the completer sees the mark and wakes, or this sees
            // completion and does not wait. Test: JoinAgainstComplete.
            if ((seen & AWAITED) != 0 || STATE.compareAndSet(this, seen, (byte) (seen | AWAITED))) {
                return true;
            }
        }
    }

    /** Whether the task has completed. Any thread. */
    final boolean done() {
        return state < 0;
    }

    /** Whether the task has completed without a result. Any thread. */
    final boolean abnormal() {
        int s = state;
        return s < 0 && (s & ABNORMAL) != 0;
    }

    /** Whether the task has completed with an exception. Any thread. */
    final boolean failed() {
        int s = state;
        return s < 0 && (s & THROWN) != 0;
    }

    /**
     * Whether the calling worker is in the middle of it, so that waiting for it would never end.
     */
    final boolean runsOn(WorkQueue queue) {
        return state >= 0 && runner == queue.id && runner != 0;
    }

    /** Makes the task pending again, forgetting how it completed. Not while anything uses it. */
    final void reset() {
        if (failed()) {
            TaskFailures.forget(this);
        }
        runner = 0;
        state = 0;
    }

    /**
     * The completion, for a serial form.
     *
     * @return zero if pending, else a negative number
     */
    final byte completion() {
        byte s = state;
        return s < 0 ? (byte) (s & ~AWAITED) : 0;
    }

    /**
     * Restores what {@link #completion} returned.
     *
     * @param completion the value
     * @param failure the exception of a failed task, else null
     */
    final void restore(byte completion, Throwable failure) {
        if (failure != null) {
            TaskFailures.record(this, failure);
        } else {
            state = completion;
        }
    }

    /** The user's 16 bits. Any thread. */
    final short tag() {
        return tag;
    }

    /**
     * Sets the user's 16 bits. Any thread.
     *
     * @param value the new ones
     * @return the old ones
     */
    final short exchangeTag(short value) {
        // Not getAndSet: compiled by JDK 17's C2, it returns a short whose upper half, as an int,
        // is
        // that of the new value. Test: TagsAtomic.
        for (; ; ) {
            short old = tag;
            if (TAG.compareAndSet(this, old, value)) {
                return old;
            }
        }
    }

    /**
     * Sets the user's 16 bits if they are as expected. Any thread.
     *
     * @param expected the old ones
     * @param value the new ones
     * @return whether they were
     */
    final boolean compareAndSetTag(short expected, short value) {
        return TAG.compareAndSet(this, expected, value);
    }
}
