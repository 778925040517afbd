package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for what other threads and processes do; long, but not for ever. */
final class Await {
    private static final long SECONDS = 60;
    private static final long LOOK_NANOS = 2_000_000;

    private Await() {}

    /** Waits until something is as expected; fails with what it is, if it never is. */
    static <T> void equal(T expected, Supplier<T> actual) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        T last = actual.get();
        while (!expected.equals(last)) {
            if (System.nanoTime() - end > 0) {
                fail("expected " + expected + ", after " + SECONDS + " s still " + last);
            }
            LockSupport.parkNanos(LOOK_NANOS);
            last = actual.get();
        }
    }
}
