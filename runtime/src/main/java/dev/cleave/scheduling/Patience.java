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
    /** Looks of one that had better sleep: some 1 µs, within which the next of a burst comes. */
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

    /** When it has slept for so long, in all, it tries again, for some 100 µs. */
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Each try in vain doubles that, up to this; at once after a yield in vain, of some 3 ms. */
    private static final long LONGEST_REST_NANOS = 32 * REST_NANOS;

    private final boolean isAlone;

    private int wokenAtOnce;

    /** Until it has slept for so long, it looks hardly at all, or does not yield. */
    private long rest;

    /** What that will be next time. */
    private long nextRest = REST_NANOS;

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
     */
    int looks(int most) {
        if (isAlone) {
            return rest > 0 ? 0 : 1;
        }
        return rest > 0 ? FEW : most;
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
        rest = nextRest;
        nextRest = Math.min(2 * nextRest, LONGEST_REST_NANOS);
    }

    /**
     * It has yielded.
     *
     * @param toAnother whether that took so long that a thread may have been in the way
     */
    void yielded(boolean toAnother) {
        if (toAnother) {
            rest = LONGEST_REST_NANOS;
        }
    }

    /** It has found work by looking for it, rather than been woken for it. */
    void found() {
        wokenAtOnce = 0;
        if (rest <= 0) {
            nextRest = REST_NANOS;
        }
    }

    /**
     * It has looked in vain so often, then slept.
     *
     * @param nanos for how long, if somebody has woken it to work; else {@link Long#MAX_VALUE}
     */
    void slept(long nanos) {
        if (rest > 0) {
            rest -= nanos;
        } else if (nanos > AT_ONCE_NANOS || isAlone) {
            wokenAtOnce = 0;
        } else if (++wokenAtOnce >= IN_A_ROW) {
            wokenAtOnce = IN_A_ROW - 1;
            tire();
        }
    }
}
