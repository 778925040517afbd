package dev.cleave.scheduling;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * The exceptions of failed tasks, beside the tasks, since few tasks fail. An entry goes when its task
 * is collected or reset.
 */
public final class TaskFailures {
    /** A power of two; entries also chain, so this bounds contention, not capacity. */
    private static final int STRIPES = 256;

    private static final Stripe[] TABLE = new Stripe[STRIPES];

    static {
        for (int i = 0; i < STRIPES; i++) {
            TABLE[i] = new Stripe();
        }
    }

    private TaskFailures() {}

    /** One lock and the failures that hash to it. */
    private static final class Stripe {
        private final ReferenceQueue<Task> collected = new ReferenceQueue<>();
        private Failure first;

        private void unlink(Failure gone) {
            Failure before = null;
            for (Failure f = first; f != null; before = f, f = f.next) {
                if (f == gone) {
                    if (before == null) {
                        first = f.next;
                    } else {
                        before.next = f.next;
                    }
                    return;
                }
            }
        }

        private Failure find(Task task) {
            for (Failure f = first; f != null; f = f.next) {
                if (f.refersTo(task)) {
                    return f;
                }
            }
            return null;
        }

        private void expunge() {
            for (Object gone; (gone = collected.poll()) != null; ) {
                unlink((Failure) gone);
            }
        }
    }

    /** One failed task, its exception, and the thread that it was thrown in. */
    private static final class Failure extends WeakReference<Task> {
        private final Throwable exception;
        private final WeakReference<Thread> thrower = new WeakReference<>(Thread.currentThread());
        private Failure next;

        Failure(Task task, Throwable exception, Stripe stripe) {
            super(task, stripe.collected);
            this.exception = exception;
            this.next = stripe.first;
        }
    }

    private static Stripe stripe(Task task) {
        int hash = System.identityHashCode(task);
        return TABLE[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
    }

    /** Completes the task with the exception; false if it was complete already. */
    static boolean record(Task task, Throwable exception) {
        if (task.done()) {
            return false;
        }
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            stripe.expunge();
            Failure failure = new Failure(task, exception, stripe);
            // Entered before the task completes, so whoever sees it complete finds the exception.
            stripe.first = failure;
            if (task.completeThrown()) {
                return true;
            }
            stripe.unlink(failure);
            return false;
        }
    }

    static void forget(Task task) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            Failure failure = stripe.find(task);
            if (failure != null) {
                stripe.unlink(failure);
            }
        }
    }

    /**
     * The exception that a failed task completed with, as it was thrown. Any thread.
     *
     * @param task a failed task
     * @return its exception; a {@link StackOverflowError} or {@link OutOfMemoryError} substitute if
     *     there was no room to keep it
     */
    public static Throwable exception(Task task) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            Failure failure = stripe.find(task);
            if (failure != null) {
                return failure.exception;
            }
        }
        return task.failed()
                ? new StackOverflowError("a task failed with too little stack or heap to say more")
                : null;
    }

    /**
     * Whether the exception was thrown by the calling thread, so that its stack trace already tells
     * the reader how it got here. Any thread.
     *
     * @param task a failed task
     * @return whether this thread completed it
     */
    public static boolean thrownHere(Task task) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            Failure failure = stripe.find(task);
            return failure != null && failure.thrower.refersTo(Thread.currentThread());
        }
    }
}
