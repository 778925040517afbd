package dev.cleave;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many threads compute in regions on a pool's account: never more, by the regions' doing, than
 * the pool has processors as they start. Any thread; nothing blocks.
 */
final class RegionSeats {
    private final AtomicInteger taken = new AtomicInteger();

    /** Of the threads in regions, those that are no workers. */
    private final AtomicInteger guests = new AtomicInteger();

    /** How many threads regions are to have that do not say; see setNumThreads. */
    private volatile int wanted = Integer.MAX_VALUE;

    /**
     * A region of a thread that is no worker begins or has ended.
     *
     * @param difference 1 or -1
     */
    void addGuest(int difference) {
        guests.addAndGet(difference);
    }

    int guests() {
        return guests.get();
    }

    int wanted() {
        return wanted;
    }

    void want(int threads) {
        wanted = threads;
    }

    /**
     * Takes seats for a region that begins.
     *
     * @param own 1 for a caller that has no seat yet, who gets one in any case; else 0
     * @param helpers how many others it could use
     * @param processors what the pool has
     * @return how many others it may have
     */
    int take(int own, int helpers, int processors) {
        for (; ; ) {
            int now = taken.get();
            int free = Math.max(0, processors - now - own);
            int granted = Math.min(helpers, free);
            if (taken.compareAndSet(now, now + own + granted)) {
                return granted;
            }
        }
    }

    void giveBack(int seats) {
        taken.addAndGet(-seats);
    }

    /**
     * How many threads of a team may compute now.
     *
     * @param size of the team
     * @param processors what the pool has now
     * @return its share, at least 1
     */
    int share(int size, int processors) {
        long share = (long) size * processors / Math.max(1, Math.max(size, taken.get()));
        return (int) Math.max(1, Math.min(size, share));
    }
}
