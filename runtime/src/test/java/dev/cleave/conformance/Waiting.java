package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what must happen, and fails when it has not happened for so long that it will not. */
public final class Waiting {
    public static final long LIMIT_SECONDS = 60;

    private Waiting() {}

    /** Blocks until the latch is at zero. */
    public static void await(CountDownLatch latch) {
        try {
            assertTrue(
                    latch.await(LIMIT_SECONDS, TimeUnit.SECONDS),
                    () -> "not reached, count is still " + latch.getCount());
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting", e);
        }
    }

    /** Polls until the condition holds, for conditions that nobody announces. */
    public static void until(BooleanSupplier condition, String expected) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) fail("never came true: " + expected);
            Thread.yield();
        }
    }

    /** Polls until the thread waits for something. */
    public static void untilBlocked(Thread thread) {
        until(
                () ->
                        thread.getState() == Thread.State.WAITING
                                || thread.getState() == Thread.State.TIMED_WAITING,
                thread + " blocks");
    }

    /** Waits for the end of a thread that was told to end. */
    public static void untilDead(Thread thread) {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting", e);
        }
        assertFalse(thread.isAlive(), () -> "still alive: " + thread);
    }
}
