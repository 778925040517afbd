package dev.cleave.scheduling;

/**
 * Those of a pool's workers that sleep, in the order of their indices, in which they are woken.
 * While there is little to do it is always the same few: each has its processor, which is idle, and
 * the data that are in its cache. Woken in any order, some would find themselves on the processor
 * of the one who has woken them.
 *
 * <p>Changed by one thread at a time.
 */
final class ParkedWorkers {
    private WorkQueue first;

    private volatile int count;

    /** How many there are. Any thread. */
    int count() {
        return count;
    }

    /** The one that is to be woken first; null if there is none. */
    WorkQueue first() {
        return first;
    }

    /** Enters a worker that is not there. */
    void add(WorkQueue queue) {
        WorkQueue before = null;
        WorkQueue after = first;
        while (after != null && after.index < queue.index) {
            before = after;
            after = after.nextParked;
        }
        queue.nextParked = after;
        link(before, queue);
        queue.parked = true;
        count++;
    }

    /** Takes off a worker that is there. */
    void remove(WorkQueue queue) {
        WorkQueue before = null;
        for (WorkQueue q = first; q != queue; q = q.nextParked) {
            before = q;
        }
        link(before, queue.nextParked);
        queue.nextParked = null;
        queue.parked = false;
        count--;
    }

    private void link(WorkQueue before, WorkQueue after) {
        if (before == null) {
            first = after;
        } else {
            before.nextParked = after;
        }
    }
}
