package dev.cleave.scheduling;

/**
 * When a worker of the discipline {@code SENDER_INITIATED} next offers a task to others. The
 * owner's; times are {@link System#nanoTime}'s and are handed in.
 *
 * <p>Two deals lie δ·(−ln u) apart, u uniform between 0.2 and 0.9 (FJava): 0.1 δ to 1.6 δ, so that
 * workers that began together do not go on dealing to the same receiver at the same moment.
 */
public final class DealClock {
    /** An attempt costs some hundred nanoseconds, mostly a cache miss: a few percent at this δ. */
    static final long SHORTEST_NANOS = 5_000;

    /**
     * What a hungry worker waits at worst: still less than going to sleep and being woken costs.
     */
    static final long LONGEST_NANOS = 200_000;

    /** Where adaptation begins: between the two, on the scale on which it halves and doubles. */
    static final long FIRST_NANOS = 30_000;

    /**
     * Polls between two looks at the clock, at most. The clock takes some 25 ns, several times what
     * a fork does; spread over so many it is below a nanosecond. More would make a worker blind for
     * long when its tasks suddenly become larger.
     */
    static final int LONGEST_STRIDE = 32;

    /** Deals in a row that found nobody waiting, before δ grows: chance alone seldom does that. */
    static final int MISSES = 4;

    private final boolean adapts;
    private long delta;
    private long due;
    private long looked;
    private int stride = 1;
    private int misses;

    /**
     * A clock whose first deal is due at once.
     *
     * @param deltaNanos δ; 0 to adapt it
     * @param now the time
     */
    public DealClock(long deltaNanos, long now) {
        adapts = deltaNanos == 0;
        delta = adapts ? FIRST_NANOS : deltaNanos;
        due = now;
        looked = now;
    }

    /**
     * Polls until the next {@link #isDue}: fewer the more time passes between two of them.
     *
     * @return their number, at least 1
     */
    public int stride() {
        return stride;
    }

    long delta() {
        return delta;
    }

    /**
     * Whether a deal is due; adapts {@link #stride} so that some four looks come to a δ.
     *
     * @param now the time
     * @return whether it is
     */
    public boolean isDue(long now) {
        long elapsed = now - looked;
        looked = now;
        if (elapsed > delta / 2) {
            stride = 1;
        } else if (elapsed > delta / 4) {
            stride = Math.max(1, stride / 2);
        } else if (elapsed < delta / 8) {
            stride = Math.min(LONGEST_STRIDE, stride * 2);
        }
        return now - due >= 0;
    }

    /**
     * A deal has been tried: sets the time of the next.
     *
     * @param taken whether somebody was waiting and took the task
     * @param now the time
     * @param u a random number, uniform between 0.2 and 0.9
     */
    public void dealt(boolean taken, long now, double u) {
        if (adapts) {
            adapt(taken);
        }
        due = now + (long) (-delta * Math.log(u));
    }

    private void adapt(boolean taken) {
        if (taken) {
            misses = 0;
            delta = Math.max(SHORTEST_NANOS, delta / 2);
        } else if (++misses == MISSES) {
            misses = 0;
            delta = Math.min(LONGEST_NANOS, delta * 2);
        }
    }
}
