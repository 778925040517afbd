package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.conformance.Tasks.Fib;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What constructors accept and refuse, and what the new pool says of itself. */
@Conformance
class PoolConstructionTest {

    private static final ForkJoinWorkerThreadFactory FACTORY =
            ForkJoinPool.defaultForkJoinWorkerThreadFactory;
    private static final int LIMIT = 32767;

    @Test
    void byDefaultAPoolHasAWorkerPerProcessor() throws Exception {
        PoolShape.using(
                new ForkJoinPool(),
                pool -> {
                    assertEquals(Runtime.getRuntime().availableProcessors(), pool.getParallelism());
                    assertSame(FACTORY, pool.getFactory());
                    assertNull(pool.getUncaughtExceptionHandler());
                    assertFalse(pool.getAsyncMode());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @Test
    void aPoolHasTheParallelismAskedFor() throws Exception {
        for (int parallelism : new int[] {1, 2, 3, 17, LIMIT}) {
            PoolShape.using(
                    new ForkJoinPool(parallelism),
                    pool -> {
                        assertEquals(parallelism, pool.getParallelism());
                        assertSame(FACTORY, pool.getFactory());
                        assertNull(pool.getUncaughtExceptionHandler());
                        assertFalse(pool.getAsyncMode());
                    });
        }
    }

    @Test
    void aPoolHasTheFactoryHandlerAndModeAskedFor() throws Exception {
        ForkJoinWorkerThreadFactory factory = pool -> FACTORY.newThread(pool);
        UncaughtExceptionHandler handler = (thread, exception) -> {};
        PoolShape.using(
                new ForkJoinPool(2, factory, handler, true),
                pool -> {
                    assertEquals(2, pool.getParallelism());
                    assertSame(factory, pool.getFactory());
                    assertSame(handler, pool.getUncaughtExceptionHandler());
                    assertTrue(pool.getAsyncMode());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
        PoolShape.using(
                extended(3, factory, handler, false, 0, 10, 1, null, 60, TimeUnit.SECONDS),
                pool -> {
                    assertEquals(3, pool.getParallelism());
                    assertSame(factory, pool.getFactory());
                    assertSame(handler, pool.getUncaughtExceptionHandler());
                    assertFalse(pool.getAsyncMode());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @Test
    void parallelismOutsideTheLimitsIsRefused() {
        for (int parallelism : new int[] {0, -1, Integer.MIN_VALUE, LIMIT + 1, Integer.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> new ForkJoinPool(parallelism));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new ForkJoinPool(parallelism, FACTORY, null, false));
            assertThrows(
                    IllegalArgumentException.class,
                    () ->
                            extended(
                                    parallelism,
                                    FACTORY,
                                    null,
                                    false,
                                    0,
                                    Integer.MAX_VALUE,
                                    1,
                                    null,
                                    60,
                                    TimeUnit.SECONDS));
        }
    }

    @Test
    void aMissingFactoryIsRefused() {
        assertThrows(NullPointerException.class, () -> new ForkJoinPool(1, null, null, false));
        assertThrows(
                NullPointerException.class,
                () -> extended(1, null, null, false, 0, 10, 1, null, 60, TimeUnit.SECONDS));
    }

    @Test
    void aMissingUnitIsRefused() {
        assertThrows(
                NullPointerException.class,
                () -> extended(1, FACTORY, null, false, 0, 10, 1, null, 60, null));
    }

    @Test
    void fewerThreadsThanParallelismAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> extended(4, FACTORY, null, false, 0, 3, 1, null, 60, TimeUnit.SECONDS));
    }

    @Test
    void aKeepAliveTimeThatIsNotPositiveIsRefused() {
        for (long time : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () ->
                            extended(
                                    1,
                                    FACTORY,
                                    null,
                                    false,
                                    0,
                                    10,
                                    1,
                                    null,
                                    time,
                                    TimeUnit.SECONDS));
        }
    }

    @Test
    void coreSizeIsIgnoredAndLargeMaximaAreTheLimit() throws Exception {
        for (int coreSize : new int[] {0, 1, 100, Integer.MAX_VALUE}) {
            PoolShape.using(
                    extended(
                            2,
                            FACTORY,
                            null,
                            false,
                            coreSize,
                            Integer.MAX_VALUE,
                            1,
                            null,
                            1,
                            TimeUnit.DAYS),
                    pool -> {
                        assertEquals(2, pool.getParallelism());
                        assertEquals(55, pool.invoke(new Fib(10)));
                    });
        }
    }

    @Test
    void asManyThreadsAsParallelismAreEnoughForForksAndJoins() throws Exception {
        PoolShape.using(
                extended(2, FACTORY, null, false, 0, 2, 0, null, 60, TimeUnit.SECONDS),
                pool -> assertEquals(987, pool.invoke(new Fib(16))));
    }

    @Test
    void workersUnusedForTheKeepAliveTimeEndAndAreReplaced() throws Exception {
        PoolShape.using(
                extended(
                        2,
                        FACTORY,
                        null,
                        false,
                        0,
                        Integer.MAX_VALUE,
                        1,
                        null,
                        1,
                        TimeUnit.MILLISECONDS),
                pool -> {
                    for (int i = 0; i < 3; i++) {
                        assertEquals(55, pool.invoke(new Fib(10)));
                        Waiting.until(() -> pool.getPoolSize() == 0, "all workers have ended");
                    }
                });
    }

    private static ForkJoinPool extended(
            int parallelism,
            ForkJoinWorkerThreadFactory factory,
            UncaughtExceptionHandler handler,
            boolean async,
            int coreSize,
            int maximumSize,
            int minimumRunnable,
            Predicate<ForkJoinPool> saturate,
            long keepAliveTime,
            TimeUnit unit) {
        return new ForkJoinPool(
                parallelism,
                factory,
                handler,
                async,
                coreSize,
                maximumSize,
                minimumRunnable,
                saturate,
                keepAliveTime,
                unit);
    }
}
