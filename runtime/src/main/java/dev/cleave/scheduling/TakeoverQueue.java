package dev.cleave.scheduling;

/**
 * A queue that others take over from an owner that does not answer: the states of {@code limit} in
 * which one of the two keeps the other out.
 */
abstract class TakeoverQueue extends PaddedWorkQueue {
    /** {@code limit}: an asker is moving what the owner hides; the owner waits. */
    static final int FORCING = -2;

    /** {@code limit}: the asker is done and the owner does not know it yet. */
    static final int FORCED = -3;

    /** {@code limit}: the owner is rearranging what it hides; askers keep out. */
    static final int BUSY = -4;

    TakeoverQueue(Scheduler scheduler) {
        super(scheduler);
    }

    /**
     * Owner: keeps askers out until it writes another {@code limit}.
     *
     * @return what {@code limit} was
     */
    final int seize() {
        for (; ; ) {
            int seen = limit;
            if (seen == FORCING) {
                Thread.onSpinWait();
            } else if (LIMIT.compareAndSet(this, seen, BUSY)) {
                return seen;
            }
        }
    }
}
