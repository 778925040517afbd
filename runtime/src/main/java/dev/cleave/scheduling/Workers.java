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

    /** Of the pools that have workers, the first; written under the lock of this class. */
    private static volatile Workers firstOfAll;

    /** The next of them; as {@link #firstOfAll}. */
    private volatile Workers nextOfAll;

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

    private volatile int parkedCount;

    /**
     * The parked worker of the lowest index, which is the first to be woken; under the lock. While
     * there is little to do it is always the same few: each has its processor, which is idle, and
     * the data that are in its cache. Woken in any order, some would find themselves on the
     * processor of the one who has woken them.
     */
    private WorkQueue parkedFirst;

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

    /** What workers that have ended did, by their index; under the lock. */
    private final List<Totals> retired = new ArrayList<>();

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
            return parkedCount == total;
        }
    }

    /** Whether there is a worker to be woken. */
    boolean anyParked() {
        return parkedCount > 0;
    }

    /** The parked worker that would be woken next; null if none is parked. */
    WorkQueue firstParked() {
        synchronized (lock) {
            return parkedFirst;
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
        int awake = total - parkedCount;
        // Those that are blocked wait for somebody, who may want a processor, too.
        int others = awake > released ? 1 : 0;
        return awake + others > Tuning.PROCESSORS;
    }

    /** Whether one more worker could be put to work. */
    boolean canRelease() {
        return lacksOne() && (parkedCount > 0 || mayStart());
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
            while (retired.size() <= queue.index) {
                retired.add(new Totals());
            }
            queues = with(queue);
        }
        enter(this);
    }

    /** Enters a queue of pending calls, which is not counted. */
    void addCalls(PromotingQueue queue) {
        synchronized (lock) {
            queues = with(queue);
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
                Totals ended = retired.get(queue.index);
                ended.threadName = queue.owner.getName();
                addWorker(ended, queue);
                takeOff(queue);
            }
            if (total == 0) {
                leave(this);
            }
        }
    }

    private static synchronized void enter(Workers pool) {
        for (Workers w = firstOfAll; w != null; w = w.nextOfAll) {
            if (w == pool) {
                return;
            }
        }
        pool.nextOfAll = firstOfAll;
        firstOfAll = pool;
    }

    /** Lets the collector have a pool that nobody refers to. */
    private static synchronized void leave(Workers pool) {
        Workers before = null;
        for (Workers w = firstOfAll; w != null; before = w, w = w.nextOfAll) {
            if (w == pool) {
                if (before == null) {
                    firstOfAll = w.nextOfAll;
                } else {
                    before.nextOfAll = w.nextOfAll;
                }
                return; // its own link stays, for whoever is on its way along the list
            }
        }
    }

    /** Whether workers, of whatever pools, compute on every processor, as far as can be seen. */
    static boolean computeEverywhere() {
        int computing = 0;
        for (Workers w = firstOfAll; w != null; w = w.nextOfAll) {
            for (WorkQueue q : w.queues) {
                if (q.active && ++computing >= Tuning.PROCESSORS) {
                    return true;
                }
            }
        }
        return false;
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
            queue.parked = true;
            WorkQueue before = null;
            WorkQueue after = parkedFirst;
            while (after != null && after.index < queue.index) {
                before = after;
                after = after.nextParked;
            }
            queue.nextParked = after;
            if (before == null) {
                parkedFirst = queue;
            } else {
                before.nextParked = queue;
            }
            parkedCount++;
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
                WorkQueue before = null;
                for (WorkQueue q = parkedFirst; q != queue; q = q.nextParked) {
                    before = q;
                }
                if (before == null) {
                    parkedFirst = queue.nextParked;
                } else {
                    before.nextParked = queue.nextParked;
                }
                release(queue);
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

    /** Under the lock: the worker, already unlinked, counts as released. */
    private void release(WorkQueue queue) {
        queue.nextParked = null;
        queue.parked = false;
        parkedCount--;
        released++;
    }

    /** Releases one more worker if one may compute: wakes a parked one, else counts a new one. */
    Release releaseOne() {
        WorkQueue first;
        synchronized (lock) {
            if (stopped || !lacksOne()) {
                return Release.ENOUGH;
            }
            first = parkedFirst;
            if (first == null) {
                if (!mayStart()) {
                    return Release.IMPOSSIBLE;
                }
                total++;
                released++;
                return Release.START;
            }
            parkedFirst = first.nextParked;
            onTheirWay++;
            release(first);
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
            if (stopped || parkedFirst != null || !lacksWorker() || !mayStart()) {
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
        List<Totals> list = new ArrayList<>();
        synchronized (lock) {
            for (WorkQueue q : queues) {
                if (!q.isGone && !(q instanceof PromotingQueue)) {
                    Totals t = new Totals();
                    t.index = q.index;
                    addWorker(t, q);
                    list.add(t);
                }
            }
            addGuests(list);
            Totals ended = new Totals();
            retired.forEach(ended::add);
            list.add(ended);
        }
        return list;
    }

    /** See {@link Scheduler#totalsByPlace}. */
    List<Totals> totalsByPlace() {
        List<Totals> list = new ArrayList<>();
        synchronized (lock) {
            for (Totals ended : retired) {
                Totals t = new Totals();
                t.index = list.size();
                t.threadName = ended.threadName;
                t.add(ended);
                list.add(t);
            }
            for (WorkQueue q : queues) {
                if (!q.isGone && !(q instanceof PromotingQueue)) {
                    Totals t = list.get(q.index);
                    t.threadName = q.owner.getName();
                    addWorker(t, q);
                }
            }
            addGuests(list);
        }
        return list;
    }

    private static void addWorker(Totals to, WorkQueue queue) {
        to.add(queue);
        if (queue.calls != null) {
            to.add(queue.calls);
        }
    }

    /** Under the lock: one line for all of them, if there are any. */
    private void addGuests(List<Totals> list) {
        Totals guests = new Totals();
        guests.index = WorkQueue.GUEST;
        boolean any = false;
        for (WorkQueue q : queues) {
            if (q instanceof PromotingQueue calls && calls.isGuest()) {
                guests.add(q);
                any = true;
            }
        }
        if (any) {
            list.add(guests);
        }
    }
}
