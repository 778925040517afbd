package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RangeFailuresTest {
    private static final int NUMBERS = 16;

    /** The last number fails while the first is under way, and then the second fails, too. */
    @Test
    void theEarliestFailureIsThrown() throws Exception {
        PoolShape.using(
                new ForkJoinPool(2),
                pool -> {
                    AtomicReference<Thread> lastFails = new AtomicReference<>();
                    ExecutionException thrown =
                            assertThrows(
                                    ExecutionException.class,
                                    () ->
                                            pool.submit(() -> fail(lastFails))
                                                    .get(60, TimeUnit.SECONDS));
                    Throwable cause = thrown;
                    while (cause.getCause() != null) {
                        cause = cause.getCause();
                    }
                    assertEquals("1", cause.getMessage());
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
