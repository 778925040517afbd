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
abstract class Part<T> extends RecursiveTask<T> {
    private static final long serialVersionUID = 1L;

    /**
     * {@link #code} of a part that runs. A constant, as the class is to have no initializer: one
     * that overflowed the stack would leave it unusable.
     */
    static final String BEGUN = "begun";

    /** {@link #code} of a part that has run. */
    static final String ENDED = "ended";

    /**
     * What is to be run, {@link #BEGUN} or {@link #ENDED}; null if it is not to begin. By the lock.
     */
    transient Object code;

    private Part(Object code) {
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
    protected final T compute() {
        Object mine;
        // ORDER C1: under the part's lock, as in withdraw. Test: PartStress.
        synchronized (this) {
            mine = code;
            if (mine == null || mine == BEGUN || mine == ENDED) {
                return null;
            }
            code = BEGUN;
        }
        try {
            return run(mine);
        } finally {
            // ORDER C2: under the lock, and no call, for which there may be no stack. Pairs with
            // code(), and with the end of a join. Test: PartStress.
            synchronized (this) {
                code = ENDED;
            }
        }
    }

    /**
     * Its forker: it is not to begin.
     *
     * @return what was to be run; null if it has begun, or had been withdrawn
     */
    private synchronized Object withdraw() {
        Object mine = code;
        if (mine == BEGUN || mine == ENDED) {
            return null;
        }
        code = null;
        return mine;
    }

    private synchronized Object code() {
        return code;
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
            return !tryUnfork() && withdraw() == null;
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
            Object mine = withdraw();
            if (mine != null) {
                return run(mine);
            }
        }
        awaitEnd();
        return join();
    }

    /**
     * The part before has thrown, or what waited for this: it does not begin any more, or is waited
     * for.
     */
    final void end(Throwable failure) {
        tryUnfork();
        withdraw();
        awaitEnd();
        Throwable other = code() == ENDED && !isCancelled() ? getException() : null;
        if (failure != null && other != null) {
            Failures.suppress(failure, other);
        }
    }

    /** Also if the pool has no thread to replace the caller with, or stops and ends the wait. */
    private void awaitEnd() {
        if (code() == null) {
            return;
        }
        try {
            quietlyJoin(); // also if it has ended: its task tells how, perhaps not yet
        } catch (RuntimeException | Error noReplacement) {
            Tasks.awaitAlone(this);
        }
        withdraw();
        boolean interrupted = false;
        while (code() == BEGUN) {
            LockSupport.parkNanos(this, Tuning.GRACE_NANOS);
            interrupted |= Thread.interrupted(); // else it would not sleep
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
