package dev.cleave.scheduling;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;

/**
 * A thread that is no worker waits for a task. If it is one of the JDK's workers, in a parallel
 * stream say, its pool replaces it meanwhile: the task may wait for what is queued there.
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

    /** As {@link TaskWaiters#await(Task, boolean, boolean, long)}. */
    static boolean await(Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
            try {
                ForkJoinPool.managedBlock(new ManagedWait(task, interruptible, timed, deadline));
                return task.done();
            } catch (RejectedExecutionException | OutOfMemoryError notReplaced) {
                // It waits all the same, below.
            }
        }
        return TaskWaiters.await(task, interruptible, timed, deadline);
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
