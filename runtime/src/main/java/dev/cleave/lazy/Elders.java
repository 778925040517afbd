package dev.cleave.lazy;

import java.util.Arrays;

/**
 * How long the calls before it took that a frame's caller has made. A thread's own: one for each
 * {@link FutureStack}.
 */
final class Elders {
    /** {@link #since}: it is its caller's first. */
    static final long NONE = -1;

    /**
     * One frame in 10 µs may fork without a reason: with what a fork and the clock cost, and the
     * stretches beside it, that is one percent.
     */
    private static final long FIRST_NANOS = 10_000;

    /** What is saved up for the first descent. */
    private static final int FIRST_SAVED = 1024;

    /** When the newest frame of each slot has begun; 0 if the caller has made no call yet. */
    private long[] begun;

    /** Until when frames that forked without a reason have used up their time. */
    private long paidUntil = System.nanoTime() - FIRST_SAVED * FIRST_NANOS;

    /** Frames in a row that came after a small call. */
    int small;

    Elders(int capacity) {
        begun = new long[capacity];
    }

    /** Room for so many slots. */
    void grow(int capacity) {
        begun = Arrays.copyOf(begun, capacity);
    }

    /**
     * A frame begins.
     *
     * @return nanoseconds since the one before began, of the same caller's; or {@link #NONE}
     */
    long since(int top, long now) {
        long elder = begun[top];
        begun[top] = now == 0 ? 1 : now;
        return elder == 0 ? NONE : now - elder;
    }

    /** The next frame that begins there has no elder. */
    void expectFirst(int top) {
        if (top < begun.length) {
            begun[top] = 0;
        }
    }

    /** Whether a frame without an elder may fork: one in so many nanoseconds, on average. */
    boolean affordsFirst(long now) {
        if (now - paidUntil > FIRST_SAVED * FIRST_NANOS) {
            paidUntil = now - FIRST_SAVED * FIRST_NANOS;
        }
        if (now - paidUntil < 0) {
            return false;
        }
        paidUntil += FIRST_NANOS;
        return true;
    }
}
