package dev.cleave;

import dev.cleave.lazy.Failures;
import dev.cleave.scheduling.Tasks;
import dev.cleave.scheduling.Tuning;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A part that a worker has forked in {@code Cleave.join} or {@code Cleave.invokeAll}, and mostly
 * takes back and runs without it. {@code scheduling/PROTOCOL.md}, section Parts, tells why it does
 * not run when they have ended.
 */
abstract class Part<T> extends ForkJoinTask<T> {
    private static final long serialVersionUID = 1L;

    /** {@link #stage} before its task is run. */
    private static final byte NEW = 0;

    /** {@link #stage} of one that was withdrawn first: its task has been run, the part has not. */
    private static final byte SKIPPED = 1;

    /** {@link #stage} of a part that runs, or is to be skipped. */
    static final byte BEGUN = 2;

    /** {@link #stage} of a part that has run. */
    private static final byte ENDED = 3;

    /** What is to be run; then its result. */
    private transient Object code;

    /** Whoever runs the task writes. */
    transient volatile byte stage;

    /** Its forker writes: it is not to begin. */
    transient volatile boolean isWithdrawn;

    private Part(Object code) {
        super(true);
        this.code = code;
    }

    /** One without a result. */
    static final class OfRunnable extends Part<Void> {
        private static final long serialVersionUID = 1L;

        OfRunnable(Runnable code) {
            super(code);
        }

        @Override
        Void run(Object code) {
            ((Runnable) code).run();
            return null;
        }
    }

    /** One with a result. */
    static final class OfSupplier<T> extends Part<T> {
        private static final long serialVersionUID = 1L;

        OfSupplier(Supplier<? extends T> code) {
            super(code);
        }

        @Override
        @SuppressWarnings("unchecked")
        T run(Object code) {
            return ((Supplier<? extends T>) code).get();
        }
    }

    abstract T run(Object code);

    @Override
    protected final boolean exec() {
        // ORDER C1: stage, then isWithdrawn, both volatile; its forker has them in the other order.
        // Pairs with withdraw, and with the end of a join. Test: PartStress.
        stage = BEGUN;
        byte last = SKIPPED;
        try {
            if (!isWithdrawn) {
                last = ENDED;
                Object work = code;
                code = null;
                code = run(work);
            }
        } finally {
            // ORDER C2: volatile, without a call or a lock, for which there may be no stack. Pairs
            // with awaitEnd, and with the end of a join. Test: PartStress.
            stage = last;
        }
        return true;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final T getRawResult() {
        return stage == ENDED ? (T) code : null;
    }

    @Override
    protected final void setRawResult(T value) {
        code = value;
    }

    /**
     * Its forker: it is not to begin.
     *
     * @return whether it has not begun, and will not
     */
    private boolean withdraw() {
        isWithdrawn = true;
        return stage == NEW;
    }

    /**
     * Forks it, if a worker can be woken or started and the queue has room.
     *
     * @return false if it is the caller's to run
     */
    final boolean tryFork() {
        try {
            fork();
            return true;
        } catch (RuntimeException | Error refused) { // but it may be queued, or have been taken
            return !tryUnfork() && !withdraw();
        }
    }

    /**
     * Runs it without its task, which its forker has taken back. Apart, so that it can be measured.
     *
     * @param code what it was made of
     */
    final T runHere(Object code) {
        return run(code);
    }

    /** The result of a part that could not be taken back, as {@link #join}. */
    final T joined() {
        try {
            quietlyJoin();
        } catch (RuntimeException | Error noReplacement) { // or no stack left to wait
            if (withdraw()) {
                return run(code);
            }
        }
        awaitEnd();
        return stage == SKIPPED && !isCancelled() ? run(code) : join();
    }

    /**
     * The part before has thrown, or what waited for this: it does not begin any more, or is waited
     * for.
     */
    final void end(Throwable failure) {
        tryUnfork();
        if (!withdraw()) {
            awaitEnd();
        }
        Throwable other = stage == ENDED && !isCancelled() ? getException() : null;
        if (failure != null && other != null) {
            Failures.suppress(failure, other);
        }
    }

    /** Also if the pool has no thread to replace the caller with, or stops and ends the wait. */
    private void awaitEnd() {
        try {
            quietlyJoin(); // also if it has ended: its task tells how, perhaps not yet
        } catch (RuntimeException | Error noReplacement) {
            Tasks.awaitAlone(this);
        }
        isWithdrawn = true;
        boolean interrupted = false;
        while (stage == BEGUN) {
            LockSupport.parkNanos(this, Tuning.GRACE_NANOS);
            interrupted |= Thread.interrupted(); // else it would not sleep
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
