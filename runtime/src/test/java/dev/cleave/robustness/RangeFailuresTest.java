package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.PoolShape;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RangeFailuresTest {
    private static final int NUMBERS = 16;

    /** The last number fails while the first is under way, and then the second fails, too. */
    @Test
    void theEarliestFailureIsThrown() throws Exception {
        PoolShape.using(
                new ForkJoinPool(2),
                pool -> {
                    CountDownLatch lastHasFailed = new CountDownLatch(1);
                    ExecutionException thrown =
                            assertThrows(
                                    ExecutionException.class,
                                    () ->
                                            pool.submit(() -> fail(lastHasFailed))
                                                    .get(20, TimeUnit.SECONDS));
                    Throwable cause = thrown;
                    while (cause.getCause() != null) {
                        cause = cause.getCause();
                    }
                    assertEquals("1", cause.getMessage());
                });
    }

    private static void fail(CountDownLatch lastHasFailed) {
        Cleave.forEach(
                0,
                NUMBERS,
                i -> {
                    if (i == 0) {
                        await(lastHasFailed);
                    } else if (i == NUMBERS - 1) {
                        // Its own part of the range has to have failed before the first goes on.
                        new Thread(() -> release(lastHasFailed)).start();
                        throw new IllegalStateException("" + i);
                    } else if (i == 1) {
                        throw new IllegalStateException("" + i);
                    }
                });
    }

    private static void release(CountDownLatch latch) {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        latch.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(10, TimeUnit.SECONDS), "the last number was not reached");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
