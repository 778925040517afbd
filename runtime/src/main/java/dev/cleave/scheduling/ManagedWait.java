package dev.cleave.scheduling;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;

/**
 * One of the JDK's workers waits for a task, in a parallel stream say: its pool replaces it
 * meanwhile, as the task may wait for what is queued there.
 */
final class ManagedWait implements ForkJoinPool.ManagedBlocker {
    private final Task task;
    private final boolean interruptible;
    private final boolean timed;
    private final long deadline;

    private ManagedWait(Task task, boolean interruptible, boolean timed, long deadline) {
        this.task = task;
        this.interruptible = interruptible;
        this.timed = timed;
        this.deadline = deadline;
    }

    /** As {@link TaskWaiters#awaitOutside}, of one of the JDK's workers. */
    static boolean await(Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        try {
            ForkJoinPool.managedBlock(new ManagedWait(task, interruptible, timed, deadline));
            return task.done();
        } catch (RejectedExecutionException | OutOfMemoryError notReplaced) {
            return TaskWaiters.await(task, interruptible, timed, deadline);
        }
    }

    @Override
    public boolean block() throws InterruptedException {
        TaskWaiters.await(task, interruptible, timed, deadline);
        return true;
    }

    @Override
    public boolean isReleasable() {
        return task.done();
    }
}
