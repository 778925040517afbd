package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RangeFailuresTest {
    private static final int NUMBERS = 16;

    /** The last number fails while the first is under way, and then the second fails, too. */
    @Test
    void theEarliestFailureIsThrown() throws Exception {
        AtomicReference<Thread> lastFails = new AtomicReference<>();
        Throwable cause = thrownBy(() -> fail(lastFails));
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertEquals("1", cause.getMessage());
    }

    /** The second number fails in another worker than the one that joins it. */
    @Test
    void oneFailureIsNotSuppressedIntoItself() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Throwable thrown = thrownBy(() -> failElsewhere(begun));
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            for (Throwable suppressed : t.getSuppressed()) { // but for where it was needed
                assertNotSame(IllegalStateException.class, suppressed.getClass());
            }
        }
    }

    /** What a pool of two workers throws of a loop. */
    private static Throwable thrownBy(Runnable loop) throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        PoolShape.using(
                new ForkJoinPool(2),
                pool ->
                        thrown.set(
                                assertThrows(
                                        ExecutionException.class,
                                        () -> pool.submit(loop).get(60, TimeUnit.SECONDS))));
        return thrown.get();
    }

    private static void failElsewhere(CountDownLatch begun) {
        Cleave.forEach(
                0,
                2,
                i -> {
                    if (i == 1) {
                        begun.countDown();
                        throw new IllegalStateException("" + i);
                    }
                    Waiting.until(() -> begun.getCount() == 0, "the second number is begun");
                });
    }

    private static void fail(AtomicReference<Thread> lastFails) {
        Cleave.forEach(
                0,
                NUMBERS,
                i -> {
                    if (i == 0) {
                        Waiting.until(() -> lastFails.get() != null, "the last number fails");
                        // It has nothing to do when its part of the range has failed, too.
                        Waiting.untilBlocked(lastFails.get());
                    } else if (i == NUMBERS - 1) {
                        lastFails.set(Thread.currentThread());
                        throw new IllegalStateException("" + i);
                    } else if (i == 1) {
                        throw new IllegalStateException("" + i);
                    }
                });
    }
}
