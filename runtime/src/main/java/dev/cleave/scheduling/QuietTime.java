package dev.cleave.scheduling;

/**
 * For how long a {@link PromotingQueue}'s owner leaves requests unanswered: a call that has just
 * begun may be over before help comes, and one whose stolen calls were small has little to give.
 * All of it is the owner's.
 */
final class QuietTime {
    /** Looks read the clock, which takes longer than a small call, every half µs. */
    private static final long READ_NANOS = 500;

    /** While there is at least so long to go, as the pace of looks may change. 50 µs. */
    private static final long READ_LEFT_NANOS = 50_000;

    /** And at least every so many looks. */
    private static final int MOST_SKIPPED = 15;

    private boolean isOn;

    /** Until this instant. */
    private long until;

    /** Until so long after the first look; 0 once {@link #until} tells. */
    private long patience;

    /** When a look last read the clock. */
    private long readAt;

    /** So many looks then went by without it. */
    private int skipped;

    /** And so many still will. */
    private int unread;

    /** From the first look on: to read the clock now takes a third of what a small call does. */
    void beginAtFirstLook(long nanos) {
        isOn = nanos > 0;
        patience = nanos;
        unread = 0;
    }

    void begin(long nanos) {
        isOn = true;
        patience = 0;
        until = System.nanoTime() + nanos;
    }

    void end() {
        isOn = false;
    }

    /** Whether it has not ended, as far as has been seen without the clock. */
    boolean isOn() {
        return isOn;
    }

    /** A look: whether it goes on. */
    boolean lasts() {
        if (!isOn) {
            return false;
        }
        if (unread > 0) {
            unread--;
            return true;
        }
        long now = System.nanoTime();
        if (patience > 0) {
            until = now + patience;
            patience = 0;
        }
        long left = until - now;
        if (left <= 0) {
            return false;
        }
        boolean isFast = now - readAt < READ_NANOS && left > READ_LEFT_NANOS;
        skipped = isFast ? Math.min(2 * skipped + 1, MOST_SKIPPED) : 0;
        unread = skipped;
        readAt = now;
        return true;
    }
}
