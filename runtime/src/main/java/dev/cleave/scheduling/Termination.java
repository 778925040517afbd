package dev.cleave.scheduling;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** How a pool ends, once; PROTOCOL.md, section Idling, An orderly end. Any thread. */
public final class Termination {
    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;

    /** As {@link #SHUTDOWN}, and whoever is within {@link Scheduler#submit} is refused. */
    private static final int CLOSED = 2;

    private static final int STOPPING = 3;

    private final Scheduler scheduler;
    private final Scheduler.Host host;
    private final Quiescence quiescence;

    /** Guards changes of {@link #runState}, and who is {@link #finishing}. */
    private final Object lock = new Object();

    private final CountDownLatch terminated = new CountDownLatch(1);

    private volatile int runState = RUNNING;

    /** Whether queued tasks are dropped: {@code shutdownNow}; set under the lock. */
    private volatile boolean abrupt;

    /** Threads that have taken tasks, and may not have dropped all of them yet. */
    private final AtomicInteger dropping = new AtomicInteger();

    /** Whether a thread is telling the host of the end; raised under the lock. */
    private volatile boolean finishing;

    Termination(Scheduler scheduler, Scheduler.Host host, Quiescence quiescence) {
        this.scheduler = scheduler;
        this.host = host;
        this.quiescence = quiescence;
    }

    /**
     * Begins to shut down. Any thread.
     *
     * @param now whether queued tasks are cancelled and running ones interrupted
     */
    public void shutdown(boolean now) {
        StackRoom.require();
        synchronized (lock) {
            if (runState == RUNNING) {
                runState = SHUTDOWN;
            }
            if (now) {
                abrupt = true;
                beginToStop();
            }
        }
        if (now) {
            stop();
        } else {
            tryTerminate();
            if (!scheduler.submissions.isEmpty()) {
                scheduler.idling.trySignalWork(); // what was submitted lazily is to be run, too
            }
        }
    }

    /**
     * Under the lock. First no worker begins any more, so that none begins after the last ended.
     */
    private void beginToStop() {
        scheduler.workers.stop();
        runState = STOPPING;
    }

    private void stop() {
        dropping.incrementAndGet();
        try {
            dropSubmissions();
            for (WorkQueue q : scheduler.workers.queues()) {
                q.request();
                for (Task task; (task = q.steal(null, 0)) != null; ) {
                    task.drop();
                }
                if (q.owner != null) {
                    Tasks.interrupt(q.owner);
                    LockSupport.unpark(q.owner);
                }
            }
        } finally {
            dropping.decrementAndGet();
        }
        finish();
    }

    /** After an orderly shutdown those that are here are refused, and take them back themselves. */
    private void dropSubmissions() {
        if (abrupt) {
            dropping.incrementAndGet();
            try {
                for (Task task; (task = scheduler.submissions.pollFirst()) != null; ) {
                    task.drop();
                }
            } finally {
                dropping.decrementAndGet();
            }
        }
    }

    /**
     * An orderly end takes two looks, as a task may be submitted after the first: its submitter
     * then either finds the pool closed and takes the task back, or the second look finds the task.
     * Before both, one for tasks that the host holds: none is added after a shutdown. Any thread.
     */
    public void tryTerminate() {
        if (runState == SHUTDOWN && !host.holdsTasks() && quiescence.holds()) {
            synchronized (lock) {
                if (runState == SHUTDOWN) {
                    runState = CLOSED;
                }
            }
        }
        if (runState == CLOSED && quiescence.holds()) {
            synchronized (lock) {
                if (runState != CLOSED) {
                    return;
                }
                beginToStop();
            }
            stop();
        } else if (runState == STOPPING) {
            finish();
        }
    }

    /**
     * The last worker and those who shut down may come here at once. One tells the host; nobody
     * finds the pool terminated before the host has done with it. The flag falls even on a full
     * stack, after the latch if that opened, so that a later call can do what was not done. Whoever
     * still has tasks to drop comes here after that.
     */
    private void finish() {
        if (scheduler.workers.total() == 0) {
            dropSubmissions();
            synchronized (lock) {
                if (finishing || isTerminated() || dropping.get() != 0) {
                    return;
                }
                finishing = true;
            }
            try {
                try {
                    host.terminated();
                } finally {
                    terminated.countDown();
                }
            } finally {
                finishing = false;
            }
        }
    }

    /**
     * Whether the pool ends: nothing more is begun. Any thread.
     *
     * @return whether it does
     */
    public boolean isStopping() {
        return runState == STOPPING;
    }

    /**
     * Whether shutdown has begun. Any thread.
     *
     * @return whether new submissions are refused
     */
    public boolean isShutdown() {
        return runState != RUNNING;
    }

    /**
     * Whether the pool is stopping but has workers left. Any thread.
     *
     * @return whether it is between the two
     */
    public boolean isTerminating() {
        return runState == STOPPING && !isTerminated();
    }

    /**
     * Whether the last worker has ended. Any thread.
     *
     * @return whether all is over
     */
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    /**
     * Blocks until terminated.
     *
     * @param nanos how long at most
     * @return whether it is
     * @throws InterruptedException if interrupted
     */
    public boolean awaitTermination(long nanos) throws InterruptedException {
        // First, as an interrupt matters only to who would wait.
        return isTerminated() || terminated.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether a submission that is under way is to be taken back. */
    boolean isClosed() {
        return runState >= CLOSED;
    }

    /**
     * What a submission to a pool that is shut down throws.
     *
     * @return the exception
     */
    public RejectedExecutionException rejected() {
        return new RejectedExecutionException(
                "the pool is " + (isTerminated() ? "terminated" : "shut down") + ": " + host);
    }
}
