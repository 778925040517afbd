package dev.cleave.processors;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Something that is to be done once a period, by one thread at a time, which sees what the one
 * before has done. Any thread; does not block.
 */
final class Turn {
    private final long period;
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile long last;

    /**
     * Nobody's turn.
     *
     * @param period nanoseconds from one to the next
     * @param now a {@link System#nanoTime} instant, when it has been done
     */
    Turn(long period, long now) {
        this.period = period;
        last = now;
    }

    /** Whether the caller is to do it now, and then to say that it {@link #ends}. */
    boolean begins(long now) {
        if (!isDue(now) || !taken.compareAndSet(false, true)) {
            return false;
        }
        if (isDue(now)) {
            return true;
        }
        taken.set(false); // somebody else has done it since the look
        return false;
    }

    private boolean isDue(long now) {
        return now - last >= period;
    }

    /** The caller has done it. */
    void ends(long now) {
        last = now;
        // ORDER W1: volatile, after what was done; pairs with the CAS in begins. Otherwise the next
        // sees half of it. Test: TurnStress.
        taken.set(false);
    }
}
