package dev.cleave.scheduling;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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

    /**
     * So often the owner looks whether the asker is done, some 40 µs; then it sleeps between two
     * looks. With more threads than processors the asker may be waiting for the very processor on
     * which the owner looks, until its time slice ends.
     */
    private static final int LOOKS = 1_000;

    private static final long SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    TakeoverQueue(Scheduler scheduler) {
        super(scheduler);
    }

    /**
     * Owner: keeps askers out until it writes another {@code limit}.
     *
     * @return what {@code limit} was
     */
    final int seize() {
        for (int looks = 0; ; looks++) {
            int seen = limit;
            if (seen == FORCING) {
                await(looks);
            } else if (LIMIT.compareAndSet(this, seen, BUSY)) {
                return seen;
            }
        }
    }

    private void await(int looks) {
        if (looks >= LOOKS) {
            try {
                LockSupport.parkNanos(this, SLEEP_NANOS);
            } catch (StackOverflowError noRoom) {
                // The next look does without.
            }
        } else {
            Thread.onSpinWait();
        }
    }
}
