package dev.cleave.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A pool's workers: which there are, which of them are parked, and how many may compute.
 *
 * <p>A worker is <em>released</em> while it computes or seeks, <em>parked</em> when it has found
 * nothing, <em>blocked</em> when it waits inside the library. A guest that has given work away is
 * <em>admitted</em>, and counts as a released worker, until its call ends or it is seen to wait.
 * Counts change under one lock, taken only by a worker that goes from one to another, and by
 * whoever wakes one. Reads are without it.
 */
final class Workers {
    private static final WorkQueue[] NONE = {};

    /** What {@link #releaseOne} has done. */
    enum Release {
        /** There are as many as may be, or the pool stops. */
        ENOUGH,
        /** A parked worker has been unparked. */
        WOKEN,
        /** A new worker is counted, and is to be started. */
        START,
        /** None is parked, and there may be no more threads. */
        IMPOSSIBLE
    }

    /** The next of {@link PoolsWithWorkers}, whose it is. */
    volatile Workers nextOfAll;

    private final Object lock = new Object();
    private final int maximum;

    /** Live workers' queues, without gaps; replaced, never written, under the lock. */
    private volatile WorkQueue[] queues = NONE;

    private volatile int parallelism;
    private volatile int released;

    /** Guests that are admitted. */
    private volatile int admitted;

    /** Threads, whatever they do. */
    private volatile int total;

    /** Written under the lock. */
    private final ParkedWorkers parked = new ParkedWorkers();

    /** Workers that count as blocked as they were seen to wait; under the lock. */
    private volatile int silent;

    /** Workers that have been woken, and have not yet said so; under the lock. */
    private volatile int onTheirWay;

    /** Whether somebody has woken nobody for their sake. */
    private final AtomicBoolean reliedOn = new AtomicBoolean();

    /** Workers that compute, as far as counts go, but wait for what they expect at any moment. */
    private final AtomicInteger pausing = new AtomicInteger();

    /** No worker is woken or started any more; under the lock. */
    private boolean stopped;

    /** Under the lock. */
    private final Places places = new Places();

    /**
     * Creates none.
     *
     * @param parallelism how many may compute at once
     * @param maximum threads at most
     */
    Workers(int parallelism, int maximum) {
        this.parallelism = parallelism;
        this.maximum = maximum;
    }

    /** Live workers' queues; not to be written. */
    WorkQueue[] queues() {
        return queues;
    }

    int parallelism() {
        return parallelism;
    }

    int released() {
        return released;
    }

    int admitted() {
        return admitted;
    }

    /** Threads that compute, as far as is known: released workers and admitted guests. */
    int computing() {
        return released + admitted;
    }

    int total() {
        return total;
    }

    /** Whether every thread there is waits to be woken: nobody will look for work by itself. */
    boolean allParked() {
        synchronized (lock) {
            return parked.count() == total;
        }
    }

    /** Whether there is a worker to be woken. */
    boolean anyParked() {
        return parked.count() > 0;
    }

    /** The parked worker that would be woken next; null if none is parked. */
    WorkQueue firstParked() {
        synchronized (lock) {
            return parked.first();
        }
    }

    /** Whether a released worker is one too many: the parallelism has been lowered. */
    boolean tooMany() {
        return computing() > parallelism;
    }

    /** Whether one more worker might be put to work. */
    boolean lacksOne() {
        return computing() < parallelism;
    }

    /** Whether fewer workers compute than may, whatever guests do. */
    boolean lacksWorker() {
        return released < parallelism;
    }

    /**
     * Whether there are more workers than processors that are not parked: who looks for work may
     * keep one that was blocked, and need not be any more, from its processor for a time slice.
     */
    boolean areCrowded() {
        int awake = total - parked.count();
        // Those that are blocked wait for somebody, who may want a processor, too.
        int others = awake > released ? 1 : 0;
        return awake + others > Tuning.PROCESSORS;
    }

    /** Whether one more worker might be put to work, and there neither is one nor may be. */
    boolean isFull() {
        synchronized (lock) {
            return lacksOne() && !anyParked() && !mayStart();
        }
    }

    /** Whether one more worker could be put to work. */
    boolean canRelease() {
        return lacksOne() && (anyParked() || mayStart());
    }

    /** Whether there may be one more thread: the parallelism may have been raised beyond all. */
    boolean mayStart() {
        return total < Math.max(maximum, parallelism);
    }

    /** Enters a worker, counted by {@link #releaseOne} already, and gives it an index. */
    void add(WorkQueue queue) {
        synchronized (lock) {
            queue.isGone = false; // it was, if its factory had kept it
            queue.index = freeIndex(queues);
            places.require(queue.index);
            queues = with(queue);
        }
        PoolsWithWorkers.add(this);
    }

    /** Enters a queue of pending calls, which is not counted. */
    void addCalls(PromotingQueue queue) {
        synchronized (lock) {
            queues = with(queue);
        }
    }

    /** Takes off a guest's queue. */
    void removeCalls(PromotingQueue queue) {
        synchronized (lock) {
            places.guestEnded(queue);
            takeOff(queue);
        }
    }

    private WorkQueue[] with(WorkQueue queue) {
        WorkQueue[] grown = Arrays.copyOf(queues, queues.length + 1);
        grown[queues.length] = queue;
        return grown;
    }

    private static int freeIndex(WorkQueue[] queues) {
        BitSet taken = new BitSet(queues.length);
        for (WorkQueue q : queues) {
            if (q.index >= 0) {
                taken.set(q.index);
            }
        }
        return taken.nextClearBit(0);
    }

    /** Takes off a released worker; null stands for one that {@link #add} has never seen. */
    void remove(WorkQueue queue) {
        synchronized (lock) {
            if (queue != null) {
                goOn(queue);
            }
            total--;
            released--;
            if (queue != null && !queue.isGone) {
                places.ended(queue);
                takeOff(queue);
            }
            if (total == 0) {
                PoolsWithWorkers.remove(this);
            }
        }
    }

    /** Takes off a worker that has never run, and that is not counted. */
    void forget(WorkQueue queue) {
        synchronized (lock) {
            takeOff(queue);
        }
    }

    /** Under the lock: takes off a worker's queue, and that of its pending calls. */
    private void takeOff(WorkQueue queue) {
        queue.isGone = true;
        if (queue.calls != null) {
            queue.calls.isGone = true;
        }
        try {
            List<WorkQueue> rest = new ArrayList<>(queues.length);
            for (WorkQueue q : queues) {
                if (!q.isGone) {
                    rest.add(q);
                }
            }
            queues = rest.toArray(NONE);
        } catch (OutOfMemoryError full) {
            // Empty, they may stay until another goes.
        }
    }

    /**
     * The calling worker is about to park.
     *
     * @return false if the pool has stopped, and it must not
     */
    boolean park(WorkQueue queue) {
        synchronized (lock) {
            if (stopped) {
                return false;
            }
            goOn(queue);
            parked.add(queue);
            released--;
            return true;
        }
    }

    /**
     * The calling worker is not parked any more: releases it, unless who woke it has. It looks for
     * work next.
     */
    void unpark(WorkQueue queue) {
        synchronized (lock) {
            if (!queue.parked) {
                onTheirWay--;
            } else {
                parked.remove(queue);
                released++;
            }
        }
        arrive(queue);
    }

    /** The calling worker looks for work next: whoever has relied on one relies on this. */
    void arrive(WorkQueue queue) {
        // ORDER I6: after the count, and before the worker looks. Pairs with relyOnAnother.
        if (reliedOn.get() && reliedOn.getAndSet(false)) {
            queue.isReliedOn = true;
        }
    }

    /** The calling worker has a task: whoever has relied on it relies on the next that arrives. */
    boolean leaveToNext(WorkQueue queue) {
        if (!queue.isReliedOn) {
            return false;
        }
        queue.isReliedOn = false;
        reliedOn.set(true);
        return true;
    }

    /**
     * Whether a worker that has been woken before will see to it that whatever has been made
     * visible is looked at. Only while more workers are awake than there are processors: else
     * another could begin sooner.
     */
    boolean relyOnAnother() {
        if (onTheirWay == 0 || !areCrowded()) {
            return false;
        }
        // ORDER I6: volatile, then once more the look who is on the way. Either the last of them
        // finds the mark, or this finds nobody. Test: SignalAgainstArrival.
        reliedOn.set(true);
        return onTheirWay > 0;
    }

    /** Releases one more worker if one may compute: wakes a parked one, else counts a new one. */
    Release releaseOne() {
        WorkQueue first;
        synchronized (lock) {
            if (stopped || !lacksOne()) {
                return Release.ENOUGH;
            }
            first = parked.first();
            if (first == null) {
                if (!mayStart()) {
                    return Release.IMPOSSIBLE;
                }
                total++;
                released++;
                return Release.START;
            }
            parked.remove(first);
            onTheirWay++;
            released++;
        }
        LockSupport.unpark(first.owner);
        return Release.WOKEN;
    }

    /**
     * Releases a new worker, even if with guests as many as may compute do, if none is parked and
     * fewer workers compute than may: it will be the one that is parked.
     *
     * @return whether it is counted, and is to be started
     */
    boolean releaseKeeper() {
        synchronized (lock) {
            if (stopped || anyParked() || !lacksWorker() || !mayStart()) {
                return false;
            }
            total++;
            released++;
            return true;
        }
    }

    /**
     * The calling worker is about to block, perhaps within something for which it has said so.
     *
     * @return how many compute now
     */
    int block(WorkQueue queue) {
        synchronized (lock) {
            if (queue.waits++ == 0) {
                goOn(queue);
                released--;
            }
            return computing();
        }
    }

    /** The calling worker is not blocked any more, by what it said last. */
    void unblock(WorkQueue queue) {
        synchronized (lock) {
            if (--queue.waits == 0) {
                released++;
            }
        }
    }

    /**
     * A worker has been seen to wait: it counts as blocked, unless it has said so by now. Any
     * thread.
     *
     * @return whether it counted as released
     */
    boolean waitsSilently(WorkQueue queue) {
        synchronized (lock) {
            if (queue.isGone || queue.parked || queue.waits > 0 || queue.waitsSilently) {
                return false;
            }
            queue.waitsSilently = true;
            silent++;
            released--;
            return true;
        }
    }

    /** A worker has been seen not to wait. Any thread. */
    void waitsNoMore(WorkQueue queue) {
        synchronized (lock) {
            goOn(queue);
        }
    }

    /** Under the lock: the worker counts as released, if it was seen to wait. */
    private void goOn(WorkQueue queue) {
        if (queue.waitsSilently) {
            queue.waitsSilently = false;
            silent--;
            released++;
        }
    }

    /** Whether a worker counts as blocked that has not said so. */
    boolean anyWaitsSilently() {
        return silent > 0;
    }

    /**
     * The calling worker is about to wait, without giving up its place, if so many others compute
     * who do not.
     *
     * @return whether it may, and is to call {@link #endPause}
     */
    boolean beginPause(int others) {
        if (computing() - pausing.incrementAndGet() >= others) {
            return true;
        }
        endPause();
        return false;
    }

    /** The calling worker does not wait any more. */
    void endPause() {
        pausing.getAndDecrement();
    }

    /** A guest computes, and has work to give away. */
    void admit(PromotingQueue guest) {
        synchronized (lock) {
            if (!guest.admitted) {
                guest.admitted = true;
                admitted++;
            }
        }
    }

    /**
     * A guest does not compute, or not for the pool. Any thread.
     *
     * @return how many compute now
     */
    int dismiss(PromotingQueue guest) {
        synchronized (lock) {
            if (guest.admitted) {
                guest.admitted = false;
                admitted--;
            }
            return computing();
        }
    }

    /**
     * Sets how many may compute.
     *
     * @return how many might until now
     */
    int setParallelism(int target) {
        synchronized (lock) {
            int old = parallelism;
            parallelism = target;
            return old;
        }
    }

    /** From now on no worker is woken, started or parked. */
    void stop() {
        synchronized (lock) {
            stopped = true;
        }
    }

    /**
     * What each worker did: the live ones, one line for all guests if there were any, one for all
     * that have ended.
     */
    List<Totals> totals() {
        synchronized (lock) {
            return places.totals(queues);
        }
    }

    /** See {@link Scheduler#totalsByPlace}. */
    List<Totals> totalsByPlace() {
        synchronized (lock) {
            return places.totalsByPlace(queues);
        }
    }
}
