package dev.cleave.scheduling;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * One parked worker that looks, once a {@link Tuning#GRACE_NANOS}, whether a call with pending
 * calls lasts longer than expected: woken for each such call, it would cost a short one many times
 * its own time. It keeps watch while such calls come, and a little longer, and then sleeps, so that
 * an idle pool uses no processor.
 */
final class Watch {
    /** How long it is kept after the last call. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Scheduler scheduler;
    private final AtomicReference<WorkQueue> keeper = new AtomicReference<>();

    /**
     * Whether a call has woken somebody to keep watch. It may be over by then, and another near.
     */
    private volatile boolean wanted;

    /** When there was a call last; the keeper's. */
    long lastCall;

    Watch(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Whether somebody keeps watch. Any thread. */
    boolean isKept() {
        return keeper.get() != null;
    }

    /** Whoever is woken now is to keep watch when it parks again. Any thread. */
    void want() {
        wanted = true;
    }

    /**
     * Parked worker: takes over if nobody keeps watch, or somebody who would not be woken first;
     * whether it is the keeper, and goes on.
     */
    boolean keeps(WorkQueue queue) {
        WorkQueue now = keeper.get();
        if (now != queue) {
            if (now != null && now.index < queue.index || !wanted && !anyCall()) {
                return false;
            }
            if (!keeper.compareAndSet(now, queue)) {
                return false;
            }
            wanted = false;
            lastCall = System.nanoTime();
        }
        if (anyCall()) {
            lastCall = System.nanoTime();
            if (scheduler.workers.lacksOne()) { // else nobody waits for what it would bring
                scheduler.idling.urgeAll();
            }
        } else if (System.nanoTime() - lastCall > LINGER_NANOS) {
            keeper.compareAndSet(queue, null);
            // ORDER P5: volatile, then once more the look; pairs with PromotingQueue.begin.
            // Test: WatchStress.
            return anyCall() && keeps(queue);
        }
        return true;
    }

    /**
     * A worker that was parked, and is not any more, goes on: another is to watch. Also if it was
     * not the keeper, as it may have been nudged to become it, and woken for work before it did.
     */
    void leave(WorkQueue queue) {
        keeper.compareAndSet(queue, null);
        ensure();
    }

    /**
     * Sees to it that calls are watched, unless as many workers compute as may: one of those will
     * look before it parks. For whoever has taken a worker from the others, or put it to work.
     */
    void ensure() {
        if (isMissing()) {
            nudge();
        }
    }

    /** Whether nobody watches, and somebody should. Any thread. */
    boolean isMissing() {
        return !isKept() && scheduler.workers.lacksWorker() && anyCall();
    }

    /**
     * Has a parked worker, if there is one, ask itself whether to keep watch: one that parked while
     * another kept it sleeps for long. Where none is, starts one, which parks if with guests as
     * many as may compute do: nobody else would see that they wait.
     */
    void nudge() {
        try {
            StackRoom.requireToWake();
            WorkQueue first = scheduler.workers.firstParked();
            if (first != null) {
                LockSupport.unpark(first.owner);
            } else if (scheduler.workers.releaseKeeper() && !scheduler.registration.start()) {
                scheduler.lateStart.begin();
            }
        } catch (RuntimeException | Error nobody) {
            scheduler.lateStart.begin();
        }
    }

    private boolean anyCall() {
        for (WorkQueue q : scheduler.workers.queues()) {
            if (q instanceof PromotingQueue calls && calls.inCall()) {
                return true;
            }
        }
        return false;
    }
}
