package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.PoolBuilder;
import dev.cleave.Scheduling;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Fib;
import java.lang.Thread.UncaughtExceptionHandler;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the builder is told shows in the pool, and what cannot be is refused with the reason. */
class PoolBuilderTest {

    private static final ForkJoinWorkerThreadFactory FACTORY =
            ForkJoinPool.defaultForkJoinWorkerThreadFactory;

    private static <T> T inWorker(ForkJoinPool pool, Callable<T> call) throws Exception {
        return pool.submit(call).get();
    }

    private static <T> T withLoader(ClassLoader loader, Callable<T> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return call.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static ClassLoader loaderOf(ForkJoinPool pool) throws Exception {
        return inWorker(pool, () -> Thread.currentThread().getContextClassLoader());
    }

    @Test
    void workersHaveTheContextClassLoaderOfThePoolsMaker() throws Exception {
        try (URLClassLoader makers = new URLClassLoader(new URL[0]);
                URLClassLoader submitters = new URLClassLoader(new URL[0])) {
            for (ForkJoinWorkerThreadFactory factory :
                    List.<ForkJoinWorkerThreadFactory>of(
                            FACTORY, pool -> new ForkJoinWorkerThread(pool) {})) {
                PoolShape.using(
                        withLoader(makers, () -> new ForkJoinPool(1, factory, null, false)),
                        pool -> assertSame(makers, withLoader(submitters, () -> loaderOf(pool))));
            }
        }
    }

    @Test
    void workersHaveTheContextClassLoaderThatIsGiven() throws Exception {
        try (URLClassLoader given = new URLClassLoader(new URL[0])) {
            PoolShape.using(
                    ForkJoinPool.builder().contextClassLoader(given).build(),
                    pool -> assertSame(given, loaderOf(pool)));
        }
        PoolShape.using(
                ForkJoinPool.builder().contextClassLoader(null).build(),
                pool -> assertNull(loaderOf(pool)));
    }

    @Test
    void aPoolAndItsWorkersHaveItsName() throws Exception {
        PoolShape.using(
                ForkJoinPool.builder().name("search").workers(1).build(),
                pool -> {
                    assertTrue(pool.toString().contains("name = search"), pool::toString);
                    assertEquals(
                            "search-worker-1",
                            inWorker(pool, () -> Thread.currentThread().getName()));
                });
    }

    @Test
    void aPoolIsWhatItsBuilderSays() throws Exception {
        UncaughtExceptionHandler handler = (thread, exception) -> {};
        ForkJoinWorkerThreadFactory factory = pool -> FACTORY.newThread(pool);
        PoolBuilder builder =
                ForkJoinPool.builder()
                        .workers(3)
                        .scheduling(Scheduling.THE)
                        .threadFactory(factory)
                        .uncaughtExceptionHandler(handler)
                        .asyncMode(true);
        ForkJoinPool first = builder.build();
        PoolShape.using(
                first,
                pool -> {
                    assertEquals(3, pool.getParallelism());
                    assertSame(Scheduling.THE, pool.getScheduling());
                    assertSame(factory, pool.getFactory());
                    assertSame(handler, pool.getUncaughtExceptionHandler());
                    assertTrue(pool.getAsyncMode());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
        PoolShape.using(
                builder.uncaughtExceptionHandler(null).build(),
                pool -> {
                    assertNotSame(first, pool);
                    assertNull(pool.getUncaughtExceptionHandler());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 10_000, Long.MAX_VALUE})
    void tasksAreDealtInAnyInterval(long nanos) throws Exception {
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(Scheduling.SENDER_INITIATED)
                        .workers(4)
                        .dealInterval(nanos)
                        .build(),
                pool -> assertEquals(2584, pool.invoke(new Fib(18))));
    }

    @Test
    void withNoMinimumABlockedWorkerNeedsNoReplacement() throws Exception {
        PoolShape.using(
                ForkJoinPool.builder().workers(1).maximumPoolSize(1).minimumRunnable(-1).build(),
                pool -> assertEquals(7, inWorker(pool, () -> Cleave.blocking(() -> 7))));
    }

    @Test
    void whatCannotBeIsRefusedWithTheReason() {
        refused(
                "keep-alive 0 SECONDS",
                () -> ForkJoinPool.builder().keepAlive(0, TimeUnit.SECONDS));
        refused("-1 ns", () -> ForkJoinPool.builder().dealInterval(-1));
        refused("maximumPoolSize -1", () -> ForkJoinPool.builder().maximumPoolSize(-1));
        refused(
                "maximumPoolSize 3 is less than the 4 workers: raise it",
                () -> ForkJoinPool.builder().workers(4).maximumPoolSize(3).build());
        refused(
                "maximumPoolSize 3 is less than the 4 workers",
                // as it would be with more processors
                () ->
                        ForkJoinPool.builder()
                                .workers(4)
                                .processors(() -> 1)
                                .maximumPoolSize(3)
                                .build());
        refused("maximumPoolSize 0", () -> ForkJoinPool.builder().maximumPoolSize(0));
        missing("name", () -> ForkJoinPool.builder().name(null));
        missing("scheduling", () -> ForkJoinPool.builder().scheduling(null));
        missing("factory", () -> ForkJoinPool.builder().threadFactory(null));
        missing("source", () -> ForkJoinPool.builder().processors(null));
        missing("name", () -> Scheduling.of(null));
        missing("unit", () -> ForkJoinPool.builder().keepAlive(1, null));
    }

    private static void refused(String reason, Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.contains(reason), message);
    }

    private static void missing(String what, Executable call) {
        String message = assertThrows(NullPointerException.class, call).getMessage();
        assertTrue(message.contains(what) && message.contains("null"), message);
    }
}
