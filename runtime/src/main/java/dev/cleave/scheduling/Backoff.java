package dev.cleave.scheduling;

import java.util.concurrent.TimeUnit;

/**
 * When to try again what has failed for want of memory, and can be done without: to find that a
 * heap is full takes several collections of all of it, and that a stack is, an error with its
 * trace, so that who tried for each task would do nothing else. Any thread.
 */
public final class Backoff {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** An instant of {@link System#nanoTime}; 0 if nothing has failed yet. */
    private volatile long until;

    /** Creates one that is over. */
    public Backoff() {}

    /** It has failed. */
    public void begin() {
        long end = System.nanoTime() + NANOS;
        until = end == 0 ? 1 : end;
    }

    /**
     * Whether to try, or to try again.
     *
     * @return whether nothing has failed lately
     */
    public boolean isOver() {
        long end = until;
        return end == 0 || System.nanoTime() - end >= 0;
    }
}
