package dev.cleave.scheduling;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * The exceptions of failed tasks, beside the tasks, since few tasks fail, but for those that keep
 * their own ({@link KeepsFailure}). An entry goes when its task is reset, or when, after its task
 * was collected, another one fails, a worker falls idle or, where there has been a private queue,
 * memory is collected once more.
 */
public final class TaskFailures {
    private static final int STRIPE_BITS = 6;

    /** Failing tasks that do not contend; each has a table that grows. */
    private static final int STRIPES = 1 << STRIPE_BITS;

    /** A power of two; small, as most programs' tasks never fail. */
    private static final int INITIAL_CHAINS = 4;

    private static final Stripe[] TABLE = new Stripe[STRIPES];

    /** Entries whose tasks are no more; one queue, so that all go at once. */
    private static final ReferenceQueue<Task> COLLECTED = new ReferenceQueue<>();

    static {
        for (int i = 0; i < STRIPES; i++) {
            TABLE[i] = new Stripe();
        }
    }

    private TaskFailures() {}

    /** One lock and a hash table of failures by their task's identity. */
    private static final class Stripe {
        private Failure[] chains = new Failure[INITIAL_CHAINS];
        private int size;

        private int chain(int hash) {
            return (hash >>> STRIPE_BITS) & (chains.length - 1);
        }

        private void link(Failure failure) {
            if (size >= chains.length) {
                Failure[] old = chains;
                chains = new Failure[old.length << 1];
                for (Failure f : old) {
                    while (f != null) {
                        Failure next = f.next;
                        f.next = chains[chain(f.hash)];
                        chains[chain(f.hash)] = f;
                        f = next;
                    }
                }
            }
            failure.next = chains[chain(failure.hash)];
            chains[chain(failure.hash)] = failure;
            size++;
        }

        private void unlink(Failure gone) {
            int chain = chain(gone.hash);
            Failure before = null;
            for (Failure f = chains[chain]; f != null; before = f, f = f.next) {
                if (f == gone) {
                    if (before == null) {
                        chains[chain] = f.next;
                    } else {
                        before.next = f.next;
                    }
                    size--;
                    return;
                }
            }
        }

        private Failure find(Task task) {
            Failure f = chains[chain(hash(task))];
            while (f != null && !f.refersTo(task)) {
                f = f.next;
            }
            return f;
        }

        private void enter(Task task, Cause cause) {
            if (task instanceof KeepsFailure keeper) {
                keeper.failure(cause);
            } else {
                link(new Failure(task, cause));
            }
        }

        /** Of a task that has been entered, or not. */
        private void remove(Task task) {
            if (task instanceof KeepsFailure keeper) {
                keeper.failure(null);
            } else {
                Failure failure = find(task);
                if (failure != null) {
                    unlink(failure);
                }
            }
        }

        /** Null if the task has not been entered. */
        private Cause cause(Task task) {
            if (task instanceof KeepsFailure keeper) {
                return (Cause) keeper.failure();
            }
            Failure failure = find(task);
            return failure == null ? null : failure.cause;
        }
    }

    /** Forgets the exceptions of tasks that are no more. Any thread; costs a read mostly. */
    static void expunge() {
        for (Object gone; (gone = COLLECTED.poll()) != null; ) {
            Failure failure = (Failure) gone;
            Stripe stripe = stripe(failure.hash);
            synchronized (stripe) {
                stripe.unlink(failure);
            }
        }
    }

    /** An exception, and the thread that it was thrown in. */
    private record Cause(Throwable exception, WeakReference<Thread> thrower) {
        Cause(Throwable exception) {
            this(exception, current());
        }

        /** The calling thread; of a worker always the same object, as they burden the collector. */
        private static WeakReference<Thread> current() {
            Thread thread = Thread.currentThread();
            return thread instanceof WorkerThread w ? w.reference : new WeakReference<>(thread);
        }
    }

    /** One failed task, and why. */
    private static final class Failure extends WeakReference<Task> {
        private final int hash;
        private final Cause cause;
        private Failure next;

        Failure(Task task, Cause cause) {
            super(task, COLLECTED);
            this.hash = hash(task);
            this.cause = cause;
        }
    }

    private static int hash(Task task) {
        int hash = System.identityHashCode(task);
        return hash ^ (hash >>> 16);
    }

    private static Stripe stripe(Task task) {
        return stripe(hash(task));
    }

    private static Stripe stripe(int hash) {
        return TABLE[hash & (STRIPES - 1)];
    }

    /**
     * Completes the task with the exception; false if it was complete already. For its runner, and
     * for others after {@link Task#settle}.
     */
    static boolean record(Task task, Throwable exception) {
        if (task.done()) {
            return false;
        }
        expunge();
        Stripe stripe = stripe(task);
        byte before;
        synchronized (stripe) {
            if (task.done()) {
                return false; // perhaps by another exception, which is entered
            }
            try {
                // Entered before the task completes, so whoever sees that finds the exception.
                stripe.enter(task, new Cause(exception));
            } catch (OutOfMemoryError full) {
                // The bare fact.
            }
            before = task.decideThrown();
            if (before < 0) {
                stripe.remove(task);
            }
        }
        if (before < 0) {
            return false;
        }
        task.wakeAfter(before); // who comes here for the exception, and finds nobody in its way
        return true;
    }

    static void forget(Task task) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            stripe.remove(task);
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
            Cause cause = stripe.cause(task);
            if (cause != null) {
                return cause.exception;
            }
        }
        try {
            return task.failed()
                    ? new StackOverflowError(
                            "a task failed with too little stack or heap to say more")
                    : null;
        } catch (OutOfMemoryError full) {
            return full;
        }
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
            Cause cause = stripe.cause(task);
            return cause != null && cause.thrower.refersTo(Thread.currentThread());
        }
    }
}
