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

    /**
     * Others than its runner may complete the task. One without this is <em>lone</em>: its runner
     * need not decide between itself and others, and just says that the work has {@link #ENDED}.
     * Others who would complete such a task set this first, and make sure that an end which they do
     * not see will be decided by them.
     */
    static final int OPEN = 0x04;

    /**
     * Submitted from outside, and so far nobody has taken it but a worker that ran nothing else:
     * all that this has queued while it runs the task belongs to the task.
     */
    static final int SUBMITTED = 0x08;

    /** Somebody is seeing to it that the runner knows that the task is {@link #OPEN}. */
    private static final int CALLED = 0x02;

    /** Somebody waits: whoever completes the task wakes them. */
    static final int AWAITED = 0x01;

    /**
     * {@link #runner}: the work of a lone task has ended; completes it unless {@code state} has.
     */
    static final byte ENDED = (byte) 0xff;

    private static final byte NORMAL = (byte) DONE;
    private static final byte CANCELLED = (byte) (DONE | ABNORMAL);

    /** The whole state: for a frame that has no room to call anything. */
    static final byte FAILED = (byte) (DONE | ABNORMAL | THROWN | OPEN);

    private static final VarHandle STATE;
    private static final VarHandle RUNNER;
    private static final VarHandle TAG;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Task.class, "state", byte.class);
            RUNNER = lookup.findVarHandle(Task.class, "runner", byte.class);
            TAG = lookup.findVarHandle(Task.class, "tag", short.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        rehearse();
    }

    /**
     * Fails and awaits a task, runs it, and queues it, so that what this takes is initialized and
     * linked now. An initializer that overflows the stack, as the first failing task may have,
     * leaves its class unusable; and where the heap is full, nothing can be linked.
     */
    private static void rehearse() {
        KeepingRehearsal keeper = new KeepingRehearsal();
        keeper.run((byte) 0);
        TaskFailures.forget(keeper);
        Rehearsal task = new Rehearsal();
        TaskWaiters.rehearse(task);
        task.run((byte) 0);
        TaskFailures.forget(task);
        task.fails = false;
        task.state = 0;
        task.run((byte) 0);
        ChaseLevDeque.rehearse(task);
    }

    private static class Rehearsal extends Task {
        private boolean fails = true;

        @Override
        protected boolean exec() {
            if (fails) {
                throw new CancellationException("a rehearsal");
            }
            return true;
        }
    }

    private static final class KeepingRehearsal extends Rehearsal implements KeepsFailure {
        private Object failure;

        @Override
        public Object failure() {
            return failure;
        }

        @Override
        public void failure(Object failure) {
            this.failure = failure;
        }
    }

    volatile byte state;

    /**
     * {@link WorkQueue#id} of the worker that runs it, while it is pending, or {@link #ENDED}; the
     * runner writes.
     */
    volatile byte runner;

    private volatile short tag;

    /** Creates a pending task. */
    protected Task() {
        this(false);
    }

    /**
     * Creates a pending task.
     *
     * @param lone whether its run is what mostly completes it: {@link #exec} returns true, a run
     *     that ends normally is cheaper, and completion by anybody but its runner and the worker
     *     that has it queued takes a millisecond
     */
    protected Task(boolean lone) {
        if (!lone) {
            STATE.set(this, (byte) OPEN);
        }
    }

    /**
     * The task's work, called at most once at a time, by the worker that claimed the task.
     *
     * @return whether the task is complete; false leaves completion to somebody else
     * @throws Throwable whatever the work throws: it completes the task exceptionally
     */
    protected abstract boolean exec() throws Throwable;

    /**
     * The task's result, which a lone one only reads from where its work has put it.
     *
     * @return the result, or null
     */
    public Object getRawResult() {
        return null;
    }

    /**
     * Runs the work unless the task is complete already. Never throws what the work throws.
     *
     * @param id the runner's {@link WorkQueue#id}, or 0
     * @return if this call completed the task normally, the result of a lone task, null of another;
     *     else {@link Tasks#UNKNOWN}, also if it did and somebody else was about to complete it,
     *     too
     */
    final Object run(byte id) {
        try {
            return execute(id);
        } catch (Throwable full) {
            // Too little stack or heap left for the call, or to keep the exception: the bare fact
            // needs neither. A caller's frame has more room, and wakes the waiters; this one has
            // more than the call had, and tells those who complete with the task.
            if (state >= 0 && runner != ENDED) {
                state = FAILED;
            }
            if (TaskWaiters.untold == null) {
                TaskWaiters.untold = this;
            }
            TaskWaiters.missed = true;
            failedHalfWay(full);
            throw full;
        }
    }

    /** As {@link #run}; the caller deals with a full stack as that does. */
    final Object execute(byte id) {
        if (state != 0 || runner == ENDED) {
            return executeAmongOthers(id);
        }
        RUNNER.set(this, id);
        try {
            exec();
            // Read before the end, while the compiler still knows what exec has stored: after it,
            // the read, its null check and its cast cost up to a tenth of a fork.
            Object result = getRawResult();
            return endAlone() ? result : Tasks.UNKNOWN;
        } catch (Throwable failure) {
            fail(failure);
            return Tasks.UNKNOWN;
        }
    }

    /** As {@link #execute}, of a task that is complete, or that others may complete. */
    private Object executeAmongOthers(byte id) {
        if (state >= 0 && runner != ENDED) {
            RUNNER.set(this, id);
            try {
                if (exec()) {
                    // ORDER T1: the one atomic operation of a task's life. It decides between this
                    // run and a cancel() or complete() elsewhere, and publishes the result.
                    // Pairs with T2. Test: CancelAgainstRun.
                    byte seen = (byte) (state & SUBMITTED | OPEN);
                    return STATE.compareAndSet(this, seen, (byte) (DONE | seen)) || decide(NORMAL)
                            ? null
                            : Tasks.UNKNOWN;
                }
                RUNNER.set(this, (byte) 0);
            } catch (Throwable failure) {
                fail(failure);
            }
        } else {
            CompletionPath.Installed.skipped(this);
        }
        return Tasks.UNKNOWN;
    }

    /**
     * Ends the run of a task that was lone when it began. The task may be made pending again, and
     * run again, as soon as others can see the end: after that only its waiters are seen to.
     *
     * @return whether the task is certain to have completed normally
     */
    private boolean endAlone() {
        // ORDER T4: release, which publishes the result, then the opaque read of state. The
        // compiler keeps the order; the processor may delay the store, but not beyond the grace
        // period that settle() and waiters wait. Pairs with T5, T6. Test: CancelAgainstRun.
        RUNNER.setRelease(this, ENDED);
        byte seen = (byte) STATE.getOpaque(this);
        return seen == 0 || endAmongOthers(seen);
    }

    /** The rest of it, if others have to do with the task. */
    private boolean endAmongOthers(byte seen) {
        wakeAfter(seen);
        return (seen & (OPEN | DONE)) == 0; // done already if the work has completed the task
    }

    /**
     * The pool ends, and the task is the caller's, out of every queue: cancels it, and whatever
     * depends on its run.
     */
    final void drop() {
        decide(CANCELLED);
        tellDropped();
    }

    /** As {@link #drop}, of a task that somebody else may be running. */
    final void dropAwaited() {
        completeCancelled();
        tellDropped();
    }

    /** A user's task may have more to do when it is cancelled, for those who wait. */
    private void tellDropped() {
        try {
            cancel(false);
        } catch (RuntimeException | Error ignored) {
            // It is cancelled all the same, and so are to be the others.
        }
        CompletionPath.Installed.dropped(this);
    }

    /**
     * Cancels the task, if it is pending.
     *
     * @param mayInterruptIfRunning whether to interrupt its thread, of tasks that can be
     * @return whether it is cancelled now
     */
    public boolean cancel(boolean mayInterruptIfRunning) {
        return completeCancelled();
    }

    /**
     * Completes normally, if still pending.
     *
     * @return whether this call did it
     */
    final boolean completeNormally() {
        return settle() && decide(NORMAL);
    }

    /**
     * Completes as cancelled, if still pending.
     *
     * @return whether this call did it
     */
    final boolean completeCancelled() {
        return settle() && decide(CANCELLED);
    }

    /**
     * Completes with an exception, if still pending.
     *
     * @param failure what waiters will be told
     * @return whether this call did it
     */
    final boolean completeFailed(Throwable failure) {
        return settle() && record(failure);
    }

    /** The task's run has thrown. */
    private void fail(Throwable failure) {
        if (!record(failure) && failure instanceof VirtualMachineError) {
            // What completed it, in its run or not, may have had too little room to wake who waits,
            // or to tell all further out.
            TaskWaiters.missed = true;
            CompletionPath.Installed.failedHalfWay(this, failure);
        }
        CompletionPath.Installed.skipped(this);
        TaskWaiters.wakeMissed();
    }

    /**
     * The task's run has thrown, for want of room or in code that is told of failures: tells those
     * whom it may not have told, from a frame that has more room.
     */
    final void failedHalfWay(Throwable full) {
        if (failed()) {
            CompletionPath.Installed.failedHalfWay(this, full);
        }
        CompletionPath.Installed.skipped(this);
    }

    private boolean record(Throwable failure) {
        if (!TaskFailures.record(this, failure)) {
            return false;
        }
        CompletionPath.Installed.failed(this, failure);
        return true;
    }

    /**
     * The transition to {@link #THROWN}, for {@link TaskFailures}, which holds its lock, and is to
     * call {@link #wakeAfter} without it.
     *
     * @return {@code state} before; negative if the task was complete already
     */
    final byte decideThrown() {
        return transition(FAILED);
    }

    /** Whether a worker that runs nothing else may run it without a record. */
    final boolean needsNoRecord() {
        return (state & (OPEN | SUBMITTED)) != OPEN;
    }

    /** Whether the worker has taken it from what is submitted when it ran nothing else. */
    final boolean isOutermostOf(WorkQueue queue) {
        return (state & SUBMITTED) != 0 && runsOn(queue);
    }

    /** Whoever hands the task to a pool: others have it, and may complete it at any time. */
    final void submitted() {
        for (byte seen; ((seen = state) & OPEN) == 0; ) {
            STATE.compareAndSet(this, seen, (byte) (seen | OPEN | SUBMITTED));
        }
    }

    /** The same, of a task that nobody else has yet, and whose queue will publish it. */
    final void madeToSubmit() {
        STATE.set(this, (byte) (OPEN | SUBMITTED));
    }

    /** Whoever has taken it out of what is submitted, and may have it run amid other tasks. */
    final void unsubmitted() {
        for (byte seen; ((seen = state) & SUBMITTED) != 0; ) {
            STATE.compareAndSet(this, seen, (byte) (seen & ~SUBMITTED));
        }
    }

    /**
     * Before a completion by anybody but the run's end: sees to it that a runner which ends after
     * this looks at {@code state}. Blocks for a millisecond if the task is lone, unless the caller
     * is its runner or has it in its queue.
     *
     * @return false if the task is complete already
     */
    final boolean settle() {
        byte seen = state;
        if ((seen & (OPEN | CALLED)) != OPEN && !done() && !isCallers()) {
            while ((seen & OPEN) == 0
                    && !STATE.compareAndSet(this, seen, (byte) (seen | OPEN | CALLED))) {
                seen = state;
            }
            // ORDER T5: the mark (volatile), the grace period, then the look at runner. An end that
            // came before its runner could see the mark is visible; whoever ends later sees it.
            // Pairs with T4. Test: CancelAgainstRun.
            Tuning.awaitGrace(this);
            while (((seen = state) & CALLED) != 0
                    && !STATE.compareAndSet(this, seen, (byte) (seen & ~CALLED))) {
                Thread.onSpinWait();
            }
        }
        return !done();
    }

    /**
     * Whether nobody but the calling worker runs the task, or can begin to. It may be in no queue
     * any more then, and must be completed.
     */
    private boolean isCallers() {
        if (!(Thread.currentThread() instanceof WorkerThread w)) {
            return false;
        }
        if (runsOn(w.queue)) {
            return true;
        }
        StackRoom.requireToWake();
        return w.queue.remove(this);
    }

    private boolean decide(byte how) {
        byte before = transition(how);
        if (before < 0) {
            return false;
        }
        wakeAfter(before);
        return true;
    }

    private byte transition(byte how) {
        for (; ; ) {
            byte seen = state;
            if (seen < 0 || STATE.compareAndSet(this, seen, (byte) (how | seen))) {
                return seen;
            }
        }
    }

    /** Wakes whoever waits, after the transition from a state. */
    final void wakeAfter(byte before) {
        if ((before & AWAITED) != 0) {
            wakeWaiters();
        }
    }

    private void wakeWaiters() {
        try {
            TaskWaiters.wake(this);
        } catch (StackOverflowError | OutOfMemoryError full) {
            TaskWaiters.missed = true; // the task is complete all the same
        }
    }

    /**
     * How the task has completed. A lone one's end counts unless somebody has decided otherwise
     * before it, who may be about to: then this decides.
     *
     * @return {@link #state} when it is decided; {@link #NORMAL} if a lone task's end stands; not
     *     negative if the task is pending
     */
    private byte outcome() {
        boolean ended = runner == ENDED; // read first: PROTOCOL.md, section Task
        byte seen = state;
        if (seen < 0 || !ended) {
            return seen;
        }
        if ((seen & OPEN) != 0) {
            decide(NORMAL);
            return state;
        }
        return NORMAL;
    }

    /**
     * Announces a waiter, so that completion wakes it.
     *
     * @return false if the task is complete and there is nothing to wait for
     */
    final boolean markAwaited() {
        for (; ; ) {
            byte seen = state;
            if (seen < 0 || runner == ENDED) {
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
        return runner == ENDED || state < 0;
    }

    /** Whether the task has completed without a result. Any thread. */
    final boolean abnormal() {
        int s = outcome();
        return s < 0 && (s & ABNORMAL) != 0;
    }

    /** Whether the task has completed with an exception. Any thread. */
    final boolean failed() {
        int s = outcome();
        return s < 0 && (s & THROWN) != 0;
    }

    /**
     * Whether the calling worker is in the middle of it, so that waiting for it would never end.
     * False of a worker that has no number, as then nobody knows.
     */
    final boolean runsOn(WorkQueue queue) {
        return queue.id != 0 && !done() && runner == queue.id;
    }

    /**
     * Makes the task pending again, forgetting how it completed, and its tag. Not while anything
     * uses it.
     */
    final void reset() {
        if (failed()) {
            TaskFailures.forget(this);
        }
        runner = 0;
        tag = 0;
        state &= OPEN;
    }

    /**
     * The completion, for a serial form.
     *
     * @return zero if pending, else a negative number
     */
    final byte completion() {
        byte s = outcome();
        return s < 0 ? (byte) (s & (DONE | ABNORMAL | THROWN)) : 0;
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
            state = (byte) (completion | OPEN);
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
        // is that of the new value. Test: TagsAtomic.
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
