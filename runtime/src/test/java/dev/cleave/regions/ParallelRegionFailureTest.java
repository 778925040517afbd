package dev.cleave.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.LoopSchedule;
import dev.cleave.ParallelRegion;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import dev.cleave.regions.Regions.OnEverySize;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exception in one thread ends the region, and reaches the caller. */
class ParallelRegionFailureTest {
    /** What threads wait at, while one of them fails. */
    private static final BiConsumer<ParallelRegion, Integer> BARRIER = (r, i) -> r.barrier();

    @OnEverySize
    void whoWaitsAtABarrierLeaves(int threads) throws Exception {
        for (int failing = 0; failing < threads; failing++) {
            checkThatOneFails(threads, failing, BARRIER);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void whoWaitsNeedNotBeReplaced(int maximum) throws Exception {
        AtomicReference<Thread> waiter = new AtomicReference<>();
        AtomicBoolean hasWaited = new AtomicBoolean();
        PoolShape.using(
                PoolShape.withoutSpares(2, maximum),
                pool ->
                        PoolShape.runIn(
                                pool,
                                () ->
                                        Regions.again(
                                                2,
                                                region -> {
                                                    if (region.threadNumber() == 0) {
                                                        waiter.set(Thread.currentThread());
                                                        try {
                                                            region.barrier();
                                                        } finally {
                                                            hasWaited.set(true);
                                                        }
                                                    } else {
                                                        Waiting.until(
                                                                () ->
                                                                        hasWaited.get()
                                                                                || isWaiting(
                                                                                        waiter
                                                                                                .get()),
                                                                "the other waits");
                                                        region.barrier();
                                                    }
                                                })));
    }

    private static boolean isWaiting(Thread thread) {
        return thread != null && thread.getState() == Thread.State.WAITING;
    }

    @OnEverySize
    void whoComesToAnyConstructLeaves(int threads) throws Exception {
        checkThatOneFails(threads, threads - 1, (r, i) -> r.single(() -> {}));
        checkThatOneFails(threads, threads - 1, (r, i) -> r.reduce(1, Integer::sum));
        checkThatOneFails(threads, threads - 1, (r, i) -> r.forEach(0, 100, j -> {}));
        checkThatOneFails(
                threads,
                threads - 1,
                (r, i) -> {
                    for (; ; ) {
                        r.critical(() -> {});
                    }
                });
        checkThatOneFails(
                threads,
                threads - 1,
                (r, i) -> r.forEach(0, Integer.MAX_VALUE, LoopSchedule.dynamic(1), j -> {}));
        checkThatOneFails(
                threads,
                threads - 1,
                (r, i) ->
                        r.forEach(
                                0,
                                Integer.MAX_VALUE,
                                LoopSchedule.staticChunks(1).ordered(),
                                j -> r.ordered(() -> {})));
    }

    private static void checkThatOneFails(
            int threads, int failing, BiConsumer<ParallelRegion, Integer> others) throws Exception {
        Regions.inPool(
                threads,
                () -> {
                    IllegalArgumentException failure = new IllegalArgumentException("planned");
                    AtomicInteger cancelled = new AtomicInteger();
                    Throwable thrown =
                            assertThrows(
                                    IllegalArgumentException.class,
                                    () ->
                                            Regions.again(
                                                    threads,
                                                    region -> {
                                                        if (region.threadNumber() == failing) {
                                                            throw failure;
                                                        }
                                                        try {
                                                            others.accept(region, failing);
                                                        } catch (CancellationException e) {
                                                            cancelled.incrementAndGet();
                                                            throw e;
                                                        }
                                                    }));
                    assertSame(failure, thrown);
                    assertEquals(0, thrown.getSuppressed().length);
                    assertTrue(cancelled.get() <= threads - 1);
                    // The pool, and its account of threads, are as before.
                    Regions.again(threads, ParallelRegion::barrier);
                });
    }

    @OnEverySize
    void allFailuresArrive(int threads) throws Exception {
        CyclicBarrier all = new CyclicBarrier(threads);
        Regions.inPool(
                threads,
                () -> {
                    Throwable thrown =
                            assertThrows(
                                    IllegalArgumentException.class,
                                    () ->
                                            Regions.again(
                                                    threads,
                                                    region -> {
                                                        meet(all);
                                                        throw new IllegalArgumentException(
                                                                "of " + region.threadNumber());
                                                    }));
                    Set<String> messages =
                            Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed()))
                                    .map(Throwable::getMessage)
                                    .collect(Collectors.toSet());
                    assertEquals(threads, messages.size(), messages.toString());
                });
    }

    private static void meet(CyclicBarrier all) {
        try {
            all.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anExceptionThatIsThrownAgainAndAgainKeepsNoMoreThanALimit() throws Exception {
        IllegalArgumentException failure = new IllegalArgumentException("planned");
        while (failure.getSuppressed().length < 32) {
            failure.addSuppressed(new IllegalStateException("of an earlier region"));
        }
        Regions.inPool(
                2,
                () ->
                        assertSame(
                                failure,
                                assertThrows(
                                        IllegalArgumentException.class,
                                        () ->
                                                Regions.again(
                                                        2, region -> failTwice(region, failure)))));
        assertEquals(32, failure.getSuppressed().length);
    }

    /** Thread 0 fails with this, and then the other with something else. */
    private static void failTwice(ParallelRegion region, RuntimeException failure) {
        region.barrier();
        if (region.threadNumber() == 0) {
            throw failure;
        }
        try {
            region.barrier();
        } catch (CancellationException e) {
            throw new IllegalStateException("one too many", e);
        }
    }

    @Test
    void anErrorArrivesAsItIs() throws Exception {
        Regions.inPool(
                2,
                () -> {
                    Error error = new AssertionError("planned");
                    assertSame(
                            error,
                            assertThrows(
                                    AssertionError.class,
                                    () ->
                                            Regions.again(
                                                    2,
                                                    region -> {
                                                        if (region.threadNumber() == 1) {
                                                            throw error;
                                                        }
                                                        region.barrier();
                                                    })));
                });
    }

    @Test
    void whatLeavesAConstructCancelsEvenIfTheBodyCatchesIt() throws Exception {
        Regions.inPool(
                2,
                () -> {
                    IllegalArgumentException failure = new IllegalArgumentException("planned");
                    assertSame(
                            failure,
                            assertThrows(
                                    IllegalArgumentException.class,
                                    () ->
                                            Regions.again(
                                                    2,
                                                    region -> {
                                                        try {
                                                            region.single(
                                                                    () -> {
                                                                        throw failure;
                                                                    });
                                                        } catch (IllegalArgumentException e) {
                                                            region.barrier();
                                                        }
                                                    })));
                });
    }

    @Test
    void aFullStackInOneThreadArrives() throws Exception {
        Regions.inPool(
                2,
                () ->
                        assertThrows(
                                StackOverflowError.class,
                                () ->
                                        Regions.again(
                                                2,
                                                region -> {
                                                    if (region.threadNumber() == 1) {
                                                        overflow(1);
                                                    }
                                                    region.barrier();
                                                })));
    }

    private static int overflow(int depth) {
        return depth + overflow(depth + 1);
    }

    @Test
    void regionsBegunAnywhereOnADeepStackWorkOrSayThatItIsFull() throws Exception {
        Regions.inPool(2, () -> assertThrows(StackOverflowError.class, () -> descend(0)));
    }

    private static int descend(int depth) {
        ParallelRegion.run(2, ParallelRegion::barrier);
        return 1 + descend(depth + 1);
    }
}
