package dev.cleave.scheduling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What the public classes do with tasks and queues: static, so that none of it shows up as a method
 * of a user's task class.
 */
public final class Tasks {
    private static final long FOREVER_NANOS = TimeUnit.DAYS.toNanos(36_500);

    /** What a run returns if the task is to be waited for, then asked how it has completed. */
    public static final Object UNKNOWN = new Object();

    private Tasks() {}

    /**
     * Adds the task to the calling worker's queue.
     *
     * @param task the task
     * @return false if the caller is no worker
     */
    public static boolean push(Task task) {
        if (Thread.currentThread() instanceof WorkerThread w) {
            w.queue.push(task);
            return true;
        }
        return false;
    }

    /**
     * Before {@link Scheduler#submit}: nobody else has the task yet, so its runner is spared the
     * record without an atomic operation.
     *
     * @param task the task
     */
    public static void madeToSubmit(Task task) {
        task.madeToSubmit();
    }

    /**
     * Runs the task in the calling thread, unless it is complete: one that is forked if it is the
     * newest in the calling worker's queue, the short way of a join. One method for both, as the
     * compiler copies a user's recursion into each place that runs tasks.
     *
     * @param task the task
     * @param forked whether it is
     * @return {@link #UNKNOWN}; or, if it is certain to have completed normally, its result or null
     */
    public static Object runNow(Task task, boolean forked) {
        if (Thread.currentThread() instanceof WorkerThread w) {
            WorkQueue queue = w.queue;
            if (!forked || queue.tryUnpush(task)) {
                try {
                    return task.execute(queue.id);
                } catch (Throwable full) {
                    // As in Task.run, which would be one call more to have room for.
                    if (task.state >= 0 && task.runner != Task.ENDED) {
                        task.state = Task.FAILED;
                    }
                    if (TaskWaiters.untold == null) {
                        TaskWaiters.untold = task;
                    }
                    TaskWaiters.missed = true;
                    task.failedHalfWay(full);
                    throw full;
                }
            }
        } else if (!forked) {
            return task.run((byte) 0);
        }
        return UNKNOWN;
    }

    /**
     * Waits for the task: a worker helps with its descendants, then blocks and is replaced.
     *
     * @param task the task
     */
    public static void await(Task task) {
        try {
            await(task, false, false, 0);
        } catch (InterruptedException e) {
            throw new AssertionError("uninterruptible", e);
        }
    }

    /**
     * Waits for the task: a worker helps with its descendants, then blocks and is replaced.
     *
     * @param task the task
     * @param interruptible whether an interrupt ends the wait
     * @param timed whether the deadline counts
     * @param deadline a {@link System#nanoTime} instant
     * @return whether the task is complete
     * @throws InterruptedException if interruptible and interrupted
     */
    public static boolean await(Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        if (task.done()) {
            return true;
        }
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (Thread.currentThread() instanceof WorkerThread w) {
            return w.queue.scheduler.join(w.queue, task, interruptible, timed, deadline);
        }
        return TaskWaiters.awaitOutside(task, interruptible, timed, deadline);
    }

    /**
     * Waits for a task that somebody has begun, or whose waiter can do nothing for it: without help
     * and without being replaced, for where neither is to be had.
     *
     * @param task the task
     */
    public static void awaitAlone(Task task) {
        try {
            TaskWaiters.await(task, false, false, 0);
        } catch (InterruptedException e) {
            throw new AssertionError("uninterruptible", e);
        } catch (VirtualMachineError full) {
            while (task.state >= 0 && task.runner != Task.ENDED) {
                try {
                    Thread.yield();
                } catch (StackOverflowError noRoom) {
                    Thread.onSpinWait(); // a virtual thread's yield takes some frames, too
                }
            }
        }
    }

    /**
     * When a wait that begins now is over.
     *
     * @param timeout how long; nothing if negative
     * @param unit of the timeout
     * @return a {@link System#nanoTime} instant, at most a hundred years away, so that what is left
     *     until then never overflows
     */
    public static long deadline(long timeout, TimeUnit unit) {
        return System.nanoTime() + nanos(timeout, unit);
    }

    /**
     * A time span in nanoseconds.
     *
     * @param time how long; nothing if negative
     * @param unit of the time
     * @return its nanoseconds, at most a hundred years
     */
    public static long nanos(long time, TimeUnit unit) {
        Objects.requireNonNull(unit, "the unit is null");
        return Math.max(0, Math.min(unit.toNanos(time), FOREVER_NANOS));
    }

    /**
     * Takes the task back if it is the newest in the calling worker's queue.
     *
     * @param task the task
     * @return whether it was, and is the caller's now
     */
    public static boolean tryUnpush(Task task) {
        return Thread.currentThread() instanceof WorkerThread w && w.queue.tryUnpush(task);
    }

    /**
     * The next own task of the calling worker, left in its queue.
     *
     * @return the task, or null
     */
    public static Task peekLocal() {
        return Thread.currentThread() instanceof WorkerThread w
                ? w.queue.peek(w.queue.scheduler.fifo)
                : null;
    }

    /**
     * The task that the calling worker forked last, left in its queue.
     *
     * @return the task, or null
     */
    public static Task peekNewest() {
        return Thread.currentThread() instanceof WorkerThread w ? w.queue.peek(false) : null;
    }

    /**
     * Takes the next own task of the calling worker.
     *
     * @return the task, or null
     */
    public static Task pollLocal() {
        return Thread.currentThread() instanceof WorkerThread w ? w.queue.nextLocal() : null;
    }

    /**
     * Runs those of the calling worker's queued tasks that are of a kind, newest first; the others
     * stay, in their order.
     *
     * @param kind which to run
     */
    public static void runOwn(Predicate<Task> kind) {
        if (Thread.currentThread() instanceof WorkerThread w) {
            Deque<Task> others = new ArrayDeque<>();
            try {
                for (Task task; (task = w.queue.pop()) != null; ) {
                    if (kind.test(task)) {
                        task.run(w.queue.id);
                    } else {
                        others.push(task);
                    }
                }
            } finally {
                others.forEach(task -> putBack(w.queue, task));
            }
        }
    }

    /** Owner: as a push, of a task that the queue has had room for; it need not wake anybody. */
    private static void putBack(WorkQueue queue, Task task) {
        try {
            queue.push(task);
        } catch (RuntimeException | OutOfMemoryError nobody) {
            // It is there. Who could not be woken or started comes later.
        }
    }

    /**
     * Runs what the calling worker has forked since its queue held so many tasks, newest first,
     * with all that they fork, up to the first that is not of a kind. Does nothing if its pool runs
     * the oldest first.
     *
     * @param kept how many
     * @param kind which to run
     */
    public static void runNewer(int kept, Predicate<Task> kind) {
        if (Thread.currentThread() instanceof WorkerThread w && !w.queue.scheduler.fifo) {
            for (Task task; w.queue.size() > kept && (task = w.queue.pop()) != null; ) {
                if (!kind.test(task)) {
                    w.queue.push(task);
                    return;
                }
                task.run(w.queue.id);
            }
        }
    }

    /**
     * Takes the calling worker's next own task, else one that it can steal.
     *
     * @return the task, or null
     */
    public static Task poll() {
        if (Thread.currentThread() instanceof WorkerThread w) {
            Task task = w.queue.nextLocal();
            return task != null ? task : w.queue.scheduler.pollAny();
        }
        return null;
    }

    /**
     * Interrupts a thread whose class may refuse: whoever ends a pool, or cancels a task, has done
     * so.
     *
     * @param thread the thread
     */
    public static void interrupt(Thread thread) {
        try {
            thread.interrupt();
        } catch (RuntimeException | Error refused) {
            // It goes on until it is done.
        }
    }

    /**
     * Tasks in a worker's queue.
     *
     * @param thread the worker
     * @return their number, estimated unless the caller is the worker
     */
    public static int queued(WorkerThread thread) {
        return thread.queue.size();
    }

    /**
     * A worker's place in its pool.
     *
     * @param thread the worker
     * @return the place, from 0
     */
    public static int index(WorkerThread thread) {
        return thread.queue.index;
    }

    /**
     * How many more tasks the calling worker holds than there are others that might steal them.
     *
     * @return the surplus; 0 if the caller is no worker
     */
    public static int surplus() {
        if (Thread.currentThread() instanceof WorkerThread w) {
            Scheduler s = w.queue.scheduler;
            return w.queue.size() - Math.max(0, s.parallelism() - s.activeCount());
        }
        return 0;
    }

    /** The explicit poll: the calling worker answers whoever asked it for work. */
    public static void balance() {
        if (Thread.currentThread() instanceof WorkerThread w) {
            w.queue.balance();
        }
    }

    /**
     * Completes the task, if pending, without changing its result.
     *
     * @param task the task
     * @return whether this call did it
     */
    public static boolean complete(Task task) {
        return task.completeNormally();
    }

    /**
     * Cancels the task, if pending.
     *
     * @param task the task
     * @return whether this call did it
     */
    public static boolean cancel(Task task) {
        return task.completeCancelled();
    }

    /**
     * Completes the task exceptionally, if pending.
     *
     * @param task the task
     * @param failure the exception
     * @return whether this call did it
     */
    public static boolean fail(Task task, Throwable failure) {
        return task.completeFailed(failure);
    }

    /**
     * Completes the task exceptionally, if pending, without telling {@link CompletionPath}.
     *
     * @param task the task
     * @param failure the exception
     * @return whether this call did it
     */
    public static boolean failAlone(Task task, Throwable failure) {
        return task.settle() && TaskFailures.record(task, failure);
    }

    /**
     * Whether the task is complete.
     *
     * @param task the task
     * @return whether it is
     */
    public static boolean done(Task task) {
        return task.done();
    }

    /**
     * Whether the task is complete without a result.
     *
     * @param task the task
     * @return whether it is
     */
    public static boolean abnormal(Task task) {
        return task.abnormal();
    }

    /**
     * Whether the task is complete with an exception.
     *
     * @param task the task
     * @return whether it is
     */
    public static boolean failed(Task task) {
        return task.failed();
    }

    /**
     * Makes the task pending again.
     *
     * @param task a task that nobody uses
     */
    public static void reset(Task task) {
        task.reset();
    }

    /**
     * How the task completed, for its serial form.
     *
     * @param task the task
     * @return zero if pending
     */
    public static byte completion(Task task) {
        return task.completion();
    }

    /**
     * Restores {@link #completion}.
     *
     * @param task a new task
     * @param completion what it returned
     * @param failure the exception, or null
     */
    public static void restore(Task task, byte completion, Throwable failure) {
        task.restore(completion, failure);
    }

    /**
     * The user's 16 bits.
     *
     * @param task the task
     * @return the bits
     */
    public static short tag(Task task) {
        return task.tag();
    }

    /**
     * Sets the user's 16 bits.
     *
     * @param task the task
     * @param value the new ones
     * @return the old ones
     */
    public static short exchangeTag(Task task, short value) {
        return task.exchangeTag(value);
    }

    /**
     * Sets the user's 16 bits if they are as expected.
     *
     * @param task the task
     * @param expected the old ones
     * @param value the new ones
     * @return whether they were
     */
    public static boolean compareAndSetTag(Task task, short expected, short value) {
        return task.compareAndSetTag(expected, value);
    }
}
