package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool that is stopped does not let a worker go on beside a part that runs. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PartsUnderShutdownTest {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Thread waiter;
    private volatile boolean mayEnd;
    private volatile boolean ended;
    private volatile boolean endedFirst;
    private volatile Throwable thrown;

    private void first() {
        Waiting.await(begun);
        waiter = Thread.currentThread();
    }

    private void second() {
        begun.countDown();
        while (!mayEnd) {
            Thread.onSpinWait(); // whoever interrupts it
        }
        ended = true;
    }

    private void check(BiConsumer<Runnable, Runnable> parts) throws Exception {
        PoolShape.using(
                new ForkJoinPool(2),
                pool -> {
                    try {
                        pool.execute(
                                () -> {
                                    try {
                                        parts.accept(this::first, this::second);
                                    } catch (RuntimeException cancelled) {
                                        thrown = cancelled;
                                    } finally {
                                        endedFirst = ended;
                                        over.countDown();
                                    }
                                });
                        Waiting.until(
                                () -> waiter != null && waiter.getState() != Thread.State.RUNNABLE,
                                "the other part's thread waits");
                        pool.shutdownNow();
                        // Had it been let go it would be so at once; else this only takes time.
                        assertFalse(over.await(300, TimeUnit.MILLISECONDS));
                    } finally {
                        mayEnd = true;
                    }
                    Waiting.await(over);
                    assertTrue(endedFirst);
                    if (thrown != null) { // else it had no processor until its part had ended
                        assertEquals(List.of(), List.of(thrown.getSuppressed())); // no part's
                    }
                });
    }

    @Test
    void aJoinEndsAfterThePartThatRuns() throws Exception {
        check(Cleave::join);
    }

    @Test
    void aJoinWithResultsEndsAfterThePartThatRuns() throws Exception {
        check(TwoParts.WITH_RESULTS);
    }

    @Test
    void invokeAllEndsAfterThePartThatRuns() throws Exception {
        check(Cleave::invokeAll);
    }

    @Test
    void aJoinWhosePartThrowsEndsAfterTheOtherThatRuns() throws Exception {
        check(
                (first, second) ->
                        Cleave.join(
                                () -> {
                                    first.run();
                                    throw new IllegalStateException("the first part's");
                                },
                                second));
    }
}
