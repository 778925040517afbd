package dev.cleave.scheduling;

import java.lang.ref.WeakReference;

/** A thread with a work queue; the part of {@code ForkJoinWorkerThread} that scheduling needs. */
public abstract class WorkerThread extends Thread {
    final WorkQueue queue;

    /** To this. */
    final WeakReference<Thread> reference = new WeakReference<>(this);

    /**
     * Who has made it; null once it is counted, or if it is not to run. Once there are two, its
     * lock.
     */
    Thread maker = Thread.currentThread();

    /** Whether the scheduler's counts include it: its factory has given or started it; its lock. */
    boolean isCounted;

    /**
     * Creates a worker and registers its queue. The thread is to be started at once.
     *
     * @param group the thread group, or null for the caller's
     * @param scheduler whose worker it becomes
     * @param inheritThreadLocals whether inheritable thread-locals are inherited
     */
    protected WorkerThread(ThreadGroup group, Scheduler scheduler, boolean inheritThreadLocals) {
        super(group, null, "cleave-worker", 0L, inheritThreadLocals);
        queue = scheduler.registration.register(this);
    }
}
