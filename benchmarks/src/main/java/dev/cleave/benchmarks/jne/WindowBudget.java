package dev.cleave.benchmarks.jne;

import java.util.concurrent.TimeUnit;

/** How long each window may last, so that all of them together keep to a limit, more or less. */
final class WindowBudget {
    /** The rest goes into opening pools, warming up and waiting for last runs. */
    private static final double PART = 0.6;

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final long end;
    private final long mostNanos;
    private int left;

    /**
     * For windows from now on.
     *
     * @param end by {@link System#nanoTime}
     * @param windows how many there will be
     * @param mostNanos what a window may take however much time there is
     */
    WindowBudget(long end, int windows, long mostNanos) {
        this.end = end;
        this.mostNanos = mostNanos;
        this.left = windows;
    }

    /** What the next window may take, in nanoseconds. */
    long next(long now) {
        double share = PART * (end - now) / Math.max(1, left);
        left--;
        return Math.min(mostNanos, Math.max(LEAST_NANOS, (long) share));
    }
}
