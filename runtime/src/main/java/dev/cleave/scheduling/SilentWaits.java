package dev.cleave.scheduling;

import java.lang.System.Logger.Level;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * Workers that wait where only the JDK's pools are told: for a {@code CompletableFuture}, at a
 * {@code Phaser}, for a condition, for the other side of a hand-off, for a task of the JDK's. Such
 * a worker is found out by looking at it, and replaced if tasks are queued that nobody else is
 * there to run: what it waits for may be one of them.
 *
 * <p>Who sleeps, or waits for a lock, a latch or a socket, is not replaced, as the JDK's pools
 * replace nobody there: the number of workers may be meant to limit how many do so at once.
 */
final class SilentWaits {
    /** Who waits has mostly computed for less than this before: 20 ms. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * After one was found its replacement may wait next: then this is the time until the next look,
     * and twice as long after each that finds none.
     */
    private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Scheduler scheduler;

    /** Whether there has been one: then there will be more, in tasks that are submitted next. */
    private volatile boolean areUsual;

    /** Whether somebody was told that one could not be replaced. */
    private volatile boolean warned;

    /** When there was the last. */
    private volatile long last;

    /** How long until the watch looks again; unordered, as it may be any. */
    private long pause = LONGEST_NANOS;

    SilentWaits(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** A task has been handed over by a thread that may wait for it next. */
    void submitted() {
        if (areUsual) {
            WorkQueue own = scheduler.ownQueue();
            if (own != null) {
                own.publish();
            }
            look();
            if (!areFrequent()) {
                found();
                scheduler.host.mayWaitSilently();
            }
        }
    }

    /** There has been one, or may be. */
    private void found() {
        last = System.nanoTime();
        pause = SHORTEST_NANOS;
    }

    /**
     * Looks at every worker. The watch, again and again while the pool computes.
     *
     * @return after how many nanoseconds it is to look again; {@link Long#MAX_VALUE} if not soon
     */
    long watch() {
        pause = Math.min(2 * pause, LONGEST_NANOS);
        look();
        return areFrequent() ? pause : Long.MAX_VALUE;
    }

    private boolean areFrequent() {
        return areUsual && System.nanoTime() - last < SOON_NANOS;
    }

    private void look() {
        Workers workers = scheduler.workers;
        for (WorkQueue q : workers.queues()) {
            if (q instanceof PromotingQueue) {
                continue; // of a guest, or of a worker that has another queue
            }
            if (!isWaiting(q.owner)) {
                if (q.waitsSilently) {
                    workers.waitsNoMore(q);
                }
            } else if (!workers.lacksOne()
                    && scheduler.idling.hasWork()
                    && workers.waitsSilently(q)) {
                areUsual = true;
                found();
                if (workers.isFull()) {
                    warnOnce(workers.total());
                } else {
                    scheduler.idling.trySignalWork();
                }
            }
        }
    }

    private void warnOnce(int threads) {
        if (warned) {
            return;
        }
        warned = true;
        try {
            System.getLogger(SilentWaits.class.getName())
                    .log(
                            Level.WARNING,
                            "tasks of the pool "
                                    + scheduler.name()
                                    + " are queued, and its workers wait, perhaps for those: threads "
                                    + threads
                                    + ", its maximum; raise maximumPoolSize, or compose instead of"
                                    + " waiting (further ones are not shown)");
        } catch (RuntimeException | Error unsaid) {
            // The program's logger fails: a task that was submitted is not to suffer from that.
        }
    }

    /** Whether a worker of the JDK's would be replaced where the thread is. */
    private static boolean isWaiting(Thread thread) {
        Object blocker = LockSupport.getBlocker(thread);
        return blocker instanceof ForkJoinPool.ManagedBlocker
                || blocker instanceof ForkJoinTask
                // The JDK's pools are told of it by something else, and only if it is not timed.
                || isOfConditionOrHandOff(blocker) && thread.getState() == Thread.State.WAITING;
    }

    private static boolean isOfConditionOrHandOff(Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer.ConditionObject
                || blocker instanceof AbstractQueuedLongSynchronizer.ConditionObject
                || blocker instanceof LinkedTransferQueue
                || blocker != null && blocker.getClass().getNestHost() == SynchronousQueue.class;
    }
}
