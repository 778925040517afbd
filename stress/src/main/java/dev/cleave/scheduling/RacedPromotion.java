package dev.cleave.scheduling;

/** What an asker does to a queue of pending calls, for tests in other packages. */
public final class RacedPromotion {
    /** A fiftieth of what the protocol demands, so that it is tried under less. */
    public static final int GRACE_NANOS = (int) Tuning.GRACE_NANOS / 50;

    private RacedPromotion() {}

    /**
     * A scheduler without workers.
     *
     * @return the scheduler
     */
    public static Scheduler scheduler() {
        return RacedQueue.NOBODY;
    }

    /**
     * Takes over what is pending, and steals one call.
     *
     * @param queue of another thread
     * @return the call; null if there was none
     */
    public static Task force(PromotingQueue queue) {
        int begun = queue.beginForce();
        if (begun != 0) {
            long end = System.nanoTime() + GRACE_NANOS;
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            queue.finishForce(begun);
        }
        return queue.steal(null, 0);
    }

    /**
     * Asks, and steals what is given.
     *
     * @param queue of another thread
     * @return the call; null if there was none
     */
    public static Task ask(PromotingQueue queue) {
        queue.request();
        return queue.steal(null, 0);
    }
}
