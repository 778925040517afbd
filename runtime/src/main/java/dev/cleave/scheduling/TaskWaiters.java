package dev.cleave.scheduling;

import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads parked until a task completes, beside the tasks, since few tasks ever have one.
 *
 * <p>A waiter enters itself, then marks the task ({@link Task#markAwaited}); a completer completes,
 * then looks here if it saw the mark. So no wake-up is lost, and a task that nobody waits for never
 * comes here.
 *
 * <p>A completer that has no stack left for the look says so in {@link #missed}, and in {@link
 * #untold} if its task failed. Whoever next fails a task, ends a worker's outermost task or parks
 * here makes up for it: the completer's own thread does one of these before it can wait for those
 * that it left asleep.
 */
final class TaskWaiters {
    /** A power of two; enough that unrelated waiters rarely share a lock. */
    private static final int STRIPES = 64;

    private static final Stripe[] TABLE = new Stripe[STRIPES];

    static {
        for (int i = 0; i < STRIPES; i++) {
            TABLE[i] = new Stripe();
        }
    }

    /** Whether a completion has woken nobody; set after it, without a call. */
    static volatile boolean missed;

    /**
     * A task that has failed so, whose completers may not know; set before that, without a call.
     * The first and innermost: what it fails further out has mostly more room. Of two threads whose
     * stacks overflow at the same time, one may have none.
     */
    static volatile Task untold;

    private TaskWaiters() {}

    /** One lock and the waiters that hash to it. */
    private static final class Stripe {
        private Waiter first;
    }

    static final Submissions NOTHING = new Submissions(false);

    /** Of all that wait, who write to it as it comes: a number lost does no harm. */
    private static final Patience PATIENCE = new Patience(Tuning.PROCESSORS);

    /** One waiting thread; linked, and unlinked, under its stripe's lock. */
    private static final class Waiter {
        private final Task task;
        private final Thread thread = Thread.currentThread();
        private Waiter next;

        Waiter(Task task) {
            this.task = task;
        }
    }

    /** See {@code Task.rehearse}. */
    static void rehearse(Task task) {
        remove(stripe(task), new Waiter(task));
        isOfAnotherPool();
        task.markAwaited();
    }

    private static Stripe stripe(Task task) {
        int hash = System.identityHashCode(task);
        return TABLE[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
    }

    /**
     * Looks at the task for a moment, then parks the calling thread until it completes.
     *
     * @param task what to wait for
     * @param interruptible whether an interrupt ends the wait; if not, it is kept for later
     * @param timed whether {@code deadline} counts
     * @param deadline a {@link System#nanoTime} instant
     * @return whether the task completed; false after the deadline
     * @throws InterruptedException if interruptible and interrupted; the status is cleared
     */
    static boolean await(Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        if (task.done()) {
            return true;
        }
        // Who looks while workers compute on all processors keeps one of them from it.
        int looks =
                PATIENCE.looks(
                        PoolsWithWorkers.computeEverywhere() ? Patience.FEW : Tuning.WAIT_SPINS);
        for (int looked = 0; looked < looks; looked++) {
            PATIENCE.pause();
            if (task.done()) {
                PATIENCE.found();
                return true;
            }
        }
        return sleep(task, interruptible, timed, deadline, NOTHING);
    }

    /**
     * As the other, of a thread that is no worker of Cleave's. One of the JDK's is replaced in its
     * pool meanwhile.
     */
    static boolean awaitOutside(Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        return isOfAnotherPool()
                ? ManagedWait.await(task, interruptible, timed, deadline)
                : await(task, interruptible, timed, deadline);
    }

    private static boolean isOfAnotherPool() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    /**
     * As {@link #await}, of a worker that has looked for long enough. Returns also when the task is
     * offered to the caller.
     *
     * @param offers where the task may appear, before {@link #wake} is called
     * @return whether the task completed; false after the deadline, or if it is among the offers
     */
    static boolean sleep(
            Task task, boolean interruptible, boolean timed, long deadline, Submissions offers)
            throws InterruptedException {
        if (task.done()) {
            return true;
        }
        if (Submissions.areLazy) {
            LazySubmissions.wake();
        }
        Waiter waiter = new Waiter(task);
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            waiter.next = stripe.first;
            stripe.first = waiter;
        }
        boolean interrupted = false;
        long sure = 0;
        try {
            wakeMissed();
            while (task.markAwaited()) {
                if (!offers.isEmpty() && offers.contains(task)) { // ORDER I3
                    return false;
                }
                if (Thread.interrupted()) {
                    if (interruptible) {
                        throw new InterruptedException();
                    }
                    interrupted = true;
                }
                long now = System.nanoTime();
                if (timed && deadline - now <= 0) {
                    return task.done();
                }
                if (sure == 0) {
                    sure = now + Tuning.GRACE_NANOS;
                }
                // ORDER T6: the mark, the grace period, then one more look: a lone task's runner
                // that ends without seeing the mark has ended visibly by then. Pairs with T4.
                // Test: JoinAgainstComplete.
                if (now - sure < 0) {
                    LockSupport.parkNanos(
                            task, timed ? Math.min(deadline - now, sure - now) : sure - now);
                } else if (timed) {
                    LockSupport.parkNanos(task, deadline - now);
                } else {
                    LockSupport.park(task);
                }
            }
            if (sure != 0) {
                PATIENCE.slept(System.nanoTime() - (sure - Tuning.GRACE_NANOS));
            }
            return true;
        } finally {
            remove(stripe, waiter);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void remove(Stripe stripe, Waiter waiter) {
        synchronized (stripe) {
            Waiter before = null;
            for (Waiter w = stripe.first; w != null; before = w, w = w.next) {
                if (w == waiter) {
                    if (before == null) {
                        stripe.first = w.next;
                    } else {
                        before.next = w.next;
                    }
                    return;
                }
            }
        }
    }

    /**
     * Wakes whoever waits for a task that has completed, or is offered to its waiters. The first,
     * mostly the only one, without the lock: it takes that as soon as it is awake.
     */
    static void wake(Task task) {
        Thread first = null;
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            for (Waiter w = stripe.first; w != null; w = w.next) {
                if (w.task == task) {
                    if (first == null) {
                        first = w.thread;
                    } else {
                        LockSupport.unpark(w.thread);
                    }
                }
            }
        }
        LockSupport.unpark(first);
    }

    /**
     * Wakes every waiter whose task is complete, and tells whoever completes with a failed one, if
     * that could not be done when it was completed.
     */
    static void wakeMissed() {
        if (!missed) {
            return;
        }
        // ORDER T3: cleared first; a completion that this look is too early for sets it again.
        // Test: MissedWakeUpStress.
        missed = false;
        Task failed = untold;
        untold = null;
        try {
            if (failed != null && failed.failed()) { // and is not used again
                failed.failedHalfWay(TaskFailures.exception(failed));
            }
            for (Stripe stripe : TABLE) {
                synchronized (stripe) {
                    for (Waiter w = stripe.first; w != null; w = w.next) {
                        if (w.task.done()) {
                            LockSupport.unpark(w.thread);
                        }
                    }
                }
            }
        } catch (Throwable full) {
            untold = failed;
            missed = true;
            throw full;
        }
    }
}
