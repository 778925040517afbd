package dev.cleave.scheduling;

import java.util.concurrent.TimeUnit;

/**
 * How long a worker looks for work before it sleeps. Where another thread computes on each
 * processor, whoever would give it work may be waiting for the one on which it looks, and can go on
 * only when it sleeps. So one that is woken as soon as it sleeps, or that another thread interrupts
 * as it looks, looks hardly at all for a while. The worker itself calls this.
 *
 * <p>With one processor that is always so. There it does not look again before it has yielded:
 * mostly to the thread that gives it work, or does what it waits for, and neither need then sleep
 * and be woken. Where a thread is in the way that does neither, to yield costs the time slice of
 * that one; to sleep does not, as whoever is woken goes first.
 */
final class Patience {
    /** Looks of a worker that had better sleep: for the next of a burst, and some 1 µs. */
    static final int FEW = 1 << 2;

    /** Being woken takes twice as long where a processor was idle. */
    private static final long AT_ONCE_NANOS = TimeUnit.MICROSECONDS.toNanos(30);

    /** Less often in a row, it may be chance that somebody came too late for its looks. */
    private static final int IN_A_ROW = 4;

    /**
     * A pause that lasts longer than 20 µs, some hundred times its length, was none: another thread
     * has run on the processor, of this program or of another, or a garbage collection.
     */
    private static final long INTERRUPTED_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** After so many sleeps it tries again, and after twice as many each time in vain. */
    private static final int SLEEPS = 1 << 8;

    /** At most after so many: where a sleep takes 5 µs, it then looks for 1 part in 200. */
    private static final int MOST_SLEEPS = 1 << 12;

    /**
     * After so many sleeps it yields again: what takes 20 µs by sleeping takes 3 ms then, so this
     * makes it longer by 4 parts in 100.
     */
    private static final int SLEEPS_AFTER_YIELD = 1 << 12;

    private final boolean isAlone;

    private int wokenAtOnce;

    /** For so many sleeps more, it looks hardly at all, or does not yield. */
    private int sleeps;

    /** What that will be next time. */
    private int nextSleeps = SLEEPS;

    /**
     * Creates one.
     *
     * @param processors of the machine, or of as much of it as the program may use
     */
    Patience(int processors) {
        isAlone = processors == 1;
    }

    /**
     * How often to look before it sleeps.
     *
     * @param most how often if that does no harm
     * @param few how often if it does
     */
    int looks(int most, int few) {
        if (isAlone) {
            return sleeps > 0 ? 0 : 1;
        }
        return sleeps > 0 ? few : most;
    }

    /** Lets others go on between two looks. */
    void pause() {
        if (isAlone) {
            yielded(Tuning.yieldsToAnother());
        } else {
            long begun = System.nanoTime();
            Tuning.pause();
            paused(System.nanoTime() - begun);
        }
    }

    /**
     * It has paused.
     *
     * @param nanos for how long
     */
    void paused(long nanos) {
        if (nanos > INTERRUPTED_NANOS) {
            tire();
        }
    }

    private void tire() {
        sleeps = nextSleeps;
        nextSleeps = Math.min(2 * nextSleeps, MOST_SLEEPS);
    }

    /**
     * It has yielded.
     *
     * @param toAnother whether that took so long that a thread may have been in the way
     */
    void yielded(boolean toAnother) {
        if (toAnother) {
            sleeps = SLEEPS_AFTER_YIELD;
        }
    }

    /** It has found work by looking for it, rather than been woken for it. */
    void found() {
        wokenAtOnce = 0;
        if (sleeps == 0) {
            nextSleeps = SLEEPS;
        }
    }

    /**
     * It has looked in vain so often, then slept.
     *
     * @param nanos for how long, if somebody has woken it to work; else {@link Long#MAX_VALUE}
     */
    void slept(long nanos) {
        if (sleeps > 0) {
            sleeps--;
        } else if (nanos > AT_ONCE_NANOS || isAlone) {
            wokenAtOnce = 0;
        } else if (++wokenAtOnce >= IN_A_ROW) {
            wokenAtOnce = IN_A_ROW - 1;
            tire();
        }
    }
}
