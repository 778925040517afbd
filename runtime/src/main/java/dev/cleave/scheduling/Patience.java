package dev.cleave.scheduling;

import java.util.concurrent.TimeUnit;

/**
 * How long a worker looks for work before it sleeps. Where another thread computes on each
 * processor, whoever would give it work may be waiting for the one on which it looks, and can go on
 * only when it sleeps. The worker itself calls this.
 */
final class Patience {
    /** Looks of a worker that had better sleep. */
    private static final int FEW = 2;

    /** Being woken takes twice as long where a processor was idle. */
    private static final long AT_ONCE_NANOS = TimeUnit.MICROSECONDS.toNanos(30);

    /** Less often in a row, it may be chance that somebody came too late for its looks. */
    private static final int IN_A_ROW = 4;

    /** After so many sleeps it tries again: it then looks for one part in thirty of the time. */
    private static final int SLEEPS = 1 << 8;

    private final boolean isAlone;

    private int wokenAtOnce;

    /** For so many sleeps more, it looks hardly at all. */
    private int sleeps;

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
        return sleeps > 0 || isAlone ? FEW : most;
    }

    /** It has found work by looking for it, rather than been woken for it. */
    void found() {
        wokenAtOnce = 0;
    }

    /**
     * It has looked in vain so often, then slept.
     *
     * @param nanos for how long, if somebody has woken it to work; else {@link Long#MAX_VALUE}
     */
    void slept(long nanos) {
        if (sleeps > 0) {
            sleeps--;
        } else if (nanos > AT_ONCE_NANOS) {
            wokenAtOnce = 0;
        } else if (++wokenAtOnce >= IN_A_ROW) {
            wokenAtOnce = IN_A_ROW - 1;
            sleeps = SLEEPS;
        }
    }
}
