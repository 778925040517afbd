package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pool can have no thread in the place of one that waits: no part outlives its join. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PartsWithoutReplacementTest {
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile Thread waiter;
    private volatile boolean hasWaited;
    private volatile boolean ended;

    private void first() {
        Waiting.await(begun);
        waiter = Thread.currentThread();
    }

    /** Ends when its waiter waits, or does so no more. */
    private void second() {
        begun.countDown();
        Waiting.until(
                () -> hasWaited || waiter != null && waiter.getState() == Thread.State.WAITING,
                "the other part's thread waits");
        ended = !hasWaited;
    }

    private void check(int maximum, BiConsumer<Runnable, Runnable> parts) throws Exception {
        PoolShape.using(
                PoolShape.withoutSpares(2, maximum),
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    try {
                                        parts.accept(this::first, this::second);
                                    } finally {
                                        hasWaited = true;
                                    }
                                    assertTrue(ended);
                                }));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void bothPartsEnd(int maximum) throws Exception {
        check(maximum, Cleave::join);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void bothPartsHaveResults(int maximum) throws Exception {
        check(
                maximum,
                (first, second) ->
                        assertEquals(
                                new Cleave.Pair<>(1, 2),
                                Cleave.<Integer, Integer>join(
                                        () -> {
                                            first.run();
                                            return 1;
                                        },
                                        () -> {
                                            second.run();
                                            return 2;
                                        })));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void allPartsEnd(int maximum) throws Exception {
        check(maximum, Cleave::invokeAll);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void theFirstPartsFailureIsTold(int maximum) throws Exception {
        IllegalStateException failure = new IllegalStateException("the first part's");
        check(
                maximum,
                (first, second) ->
                        assertSame(
                                failure,
                                assertThrows(
                                        IllegalStateException.class,
                                        () ->
                                                Cleave.join(
                                                        () -> {
                                                            first.run();
                                                            throw failure;
                                                        },
                                                        second))));
    }
}
