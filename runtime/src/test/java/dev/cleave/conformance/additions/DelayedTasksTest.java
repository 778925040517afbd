package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** {@code schedule} and its kin, which {@code java.util.concurrent}'s pool has since JDK 25. */
@Conformance
class DelayedTasksTest {

    private static final Runnable NOTHING = () -> {};

    private static void awaitTermination(ForkJoinPool pool) throws InterruptedException {
        assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS), pool::toString);
    }

    @OnEveryPool
    void theyRunNotBeforeTheirTimeAndGiveTheirResult(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    long begin = System.nanoTime();
                    ScheduledFuture<String> called =
                            pool.schedule(() -> "called", 20, TimeUnit.MILLISECONDS);
                    assertInstanceOf(ForkJoinTask.class, called);
                    assertEquals("called", called.get());
                    assertTrue(System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(20));
                    assertNull(pool.schedule(NOTHING, -1, TimeUnit.DAYS).get());
                    Waiting.until(() -> pool.getDelayedTaskCount() == 0, "none is delayed");
                });
    }

    @OnEveryPool
    void aWorkerCanWaitForThem(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    ForkJoinPool pool = ForkJoinTask.getPool();
                    assertEquals(
                            "called",
                            pool.schedule(() -> "called", 1, TimeUnit.MILLISECONDS).get());
                });
    }

    @Test
    void theyRunInTheOrderOfTheirTimes() throws Exception {
        PoolShape.ONE_WORKER.outside(
                pool -> {
                    List<Integer> order = new CopyOnWriteArrayList<>();
                    List<ScheduledFuture<?>> tasks = new ArrayList<>();
                    for (int delay : new int[] {60, 20, 40}) {
                        int number = tasks.size();
                        tasks.add(
                                pool.schedule(
                                        () -> order.add(number), delay, TimeUnit.MILLISECONDS));
                    }
                    for (ScheduledFuture<?> task : tasks) {
                        task.get();
                    }
                    List<Integer> byTime = new ArrayList<>(List.of(0, 1, 2));
                    byTime.sort(Comparator.comparing(tasks::get, ScheduledFuture::compareTo));
                    assertEquals(byTime, order);
                });
    }

    @OnEveryPool
    void whatTheyThrowReachesWhoeverAsks(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    ScheduledFuture<?> failing =
                            pool.schedule(
                                    (Runnable)
                                            () -> {
                                                throw new Failure("scheduled");
                                            },
                                    0,
                                    TimeUnit.SECONDS);
                    assertInstanceOf(
                            Failure.class,
                            assertThrows(ExecutionException.class, failing::get).getCause());
                });
    }

    @Test
    void theTimeThatIsLeftOrdersThem() throws Exception {
        PoolShape.ONE_WORKER.outside(
                pool -> {
                    ScheduledFuture<?> soon = pool.schedule(NOTHING, 1, TimeUnit.HOURS);
                    ScheduledFuture<?> late = pool.schedule(NOTHING, 2, TimeUnit.HOURS);
                    ScheduledFuture<?> never =
                            pool.schedule(NOTHING, Long.MAX_VALUE, TimeUnit.DAYS);
                    assertEquals(0, soon.getDelay(TimeUnit.HOURS));
                    assertTrue(soon.getDelay(TimeUnit.NANOSECONDS) > 0);
                    assertEquals(1, late.getDelay(TimeUnit.HOURS));
                    assertTrue(never.getDelay(TimeUnit.DAYS) > 365);
                    assertTrue(soon.compareTo(late) < 0);
                    assertTrue(never.compareTo(late) > 0);
                    assertEquals(0, late.compareTo(late));
                    assertEquals(3, pool.getDelayedTaskCount());
                    assertTrue(pool.toString().contains("delayed = 3"), pool::toString);
                    assertTrue(pool.isQuiescent());
                });
    }

    // ---- again and again ------------------------------------------------------------------------

    /** Fixed rate, and fixed delay. */
    private interface Periodically {
        ScheduledFuture<?> schedule(ForkJoinPool pool, Runnable body);
    }

    private static final List<Periodically> PERIODICALLY =
            List.of(
                    (pool, body) -> pool.scheduleAtFixedRate(body, 0, 1, TimeUnit.MICROSECONDS),
                    (pool, body) -> pool.scheduleWithFixedDelay(body, 0, 1, TimeUnit.MICROSECONDS));

    @OnEveryPool
    void periodicOnesRunOneAtATimeUntilTheyAreCancelled(PoolShape shape) throws Exception {
        for (Periodically periodically : PERIODICALLY) {
            shape.outside(
                    pool -> {
                        CountDownLatch runs = new CountDownLatch(300);
                        AtomicInteger running = new AtomicInteger();
                        AtomicInteger most = new AtomicInteger();
                        ScheduledFuture<?> task =
                                periodically.schedule(
                                        pool,
                                        () -> {
                                            most.accumulateAndGet(
                                                    running.incrementAndGet(), Math::max);
                                            Thread.yield();
                                            running.decrementAndGet();
                                            runs.countDown();
                                        });
                        Waiting.await(runs);
                        assertFalse(task.isDone());
                        assertTrue(task.cancel(false));
                        assertThrows(CancellationException.class, task::get);
                        assertEquals(1, most.get());
                        Waiting.until(() -> pool.getDelayedTaskCount() == 0, "none is delayed");
                    });
        }
    }

    @OnEveryPool
    void aPeriodicOneEndsWithTheFirstThatThrows(PoolShape shape) throws Exception {
        for (Periodically periodically : PERIODICALLY) {
            shape.outside(
                    pool -> {
                        AtomicInteger runs = new AtomicInteger();
                        ScheduledFuture<?> task =
                                periodically.schedule(
                                        pool,
                                        () -> {
                                            if (runs.incrementAndGet() == 3) {
                                                throw new Failure("the third");
                                            }
                                        });
                        ExecutionException failure =
                                assertThrows(ExecutionException.class, task::get);
                        assertInstanceOf(Failure.class, failure.getCause());
                        pool.shutdown();
                        awaitTermination(pool);
                        assertEquals(3, runs.get());
                    });
        }
    }

    // ---- cancelled ------------------------------------------------------------------------------

    @OnEveryPool
    void aCancelledOneIsForgotten(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    ScheduledFuture<?> task = pool.schedule(NOTHING, 1, TimeUnit.HOURS);
                    assertEquals(1, pool.getDelayedTaskCount());
                    assertTrue(task.cancel(true));
                    assertTrue(task.isCancelled());
                    assertEquals(0, pool.getDelayedTaskCount());
                    pool.shutdown();
                    awaitTermination(pool);
                });
    }

    /** In whichever way, before a shutdown or after it. */
    @OnEveryPool
    void oneThatIsCompletedBeforeItsTimeIsForgotten(PoolShape shape) throws Exception {
        List<Consumer<ForkJoinTask<?>>> ways =
                List.of(
                        task -> task.complete(null),
                        task -> task.completeExceptionally(new IllegalStateException("early")),
                        ForkJoinTask::quietlyComplete,
                        ForkJoinTask::quietlyInvoke);
        for (Consumer<ForkJoinTask<?>> complete : ways) {
            shape.outside(
                    pool -> {
                        ForkJoinTask<?> early =
                                (ForkJoinTask<?>) pool.schedule(NOTHING, 1, TimeUnit.HOURS);
                        ForkJoinTask<?> late =
                                (ForkJoinTask<?>) pool.schedule(NOTHING, 1, TimeUnit.HOURS);
                        complete.accept(early);
                        assertEquals(1, pool.getDelayedTaskCount());
                        pool.shutdown();
                        assertFalse(pool.isTerminated());
                        complete.accept(late);
                        awaitTermination(pool);
                    });
        }
    }

    @OnEveryPool
    void cancellingOneThatRunsInterruptsIt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch started = new CountDownLatch(1);
                    CountDownLatch interrupted = new CountDownLatch(1);
                    ScheduledFuture<?> task =
                            pool.scheduleAtFixedRate(
                                    () -> waitForInterrupt(started, interrupted),
                                    0,
                                    1,
                                    TimeUnit.NANOSECONDS);
                    Waiting.await(started);
                    assertTrue(task.cancel(true));
                    Waiting.await(interrupted);
                });
    }

    private static void waitForInterrupt(CountDownLatch started, CountDownLatch interrupted) {
        started.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
    }

    // ---- shutdown -------------------------------------------------------------------------------

    @OnEveryPool
    void aPoolThatIsShutDownEndsAfterThem(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    AtomicInteger periodicRuns = new AtomicInteger();
                    ScheduledFuture<?> periodic =
                            pool.scheduleAtFixedRate(
                                    periodicRuns::incrementAndGet, 1, 1, TimeUnit.HOURS);
                    CountDownLatch go = new CountDownLatch(1);
                    ScheduledFuture<String> once =
                            pool.schedule(
                                    () -> {
                                        Waiting.await(go);
                                        return ForkJoinTask.adapt(() -> "forked").fork().join();
                                    },
                                    10,
                                    TimeUnit.MILLISECONDS);
                    pool.shutdown();
                    assertFalse(pool.isTerminated());
                    assertTrue(periodic.isCancelled());
                    go.countDown();
                    awaitTermination(pool);
                    assertEquals("forked", once.get());
                    assertEquals(0, periodicRuns.get());
                });
    }

    @OnEveryPool
    void orWithoutThemIfTold(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    pool.cancelDelayedTasksOnShutdown();
                    ScheduledFuture<?> task = pool.schedule(NOTHING, 1, TimeUnit.HOURS);
                    assertFalse(task.isDone());
                    pool.shutdown();
                    assertTrue(task.isCancelled());
                    awaitTermination(pool);
                });
        shape.outside(
                pool -> {
                    ScheduledFuture<?> task = pool.schedule(NOTHING, 1, TimeUnit.HOURS);
                    pool.shutdown();
                    assertFalse(task.isDone());
                    pool.cancelDelayedTasksOnShutdown();
                    assertTrue(task.isCancelled());
                    awaitTermination(pool);
                });
    }

    @OnEveryPool
    void aSuddenEndCancelsThem(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    ScheduledFuture<?> task = pool.schedule(NOTHING, 1, TimeUnit.HOURS);
                    pool.shutdownNow();
                    awaitTermination(pool);
                    assertTrue(task.isCancelled());
                });
    }

    @OnEveryPool
    void afterAShutdownNoneIsAccepted(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    ScheduledFuture<?> keepsItOpen = pool.schedule(NOTHING, 1, TimeUnit.HOURS);
                    pool.shutdown();
                    Callable<String> callable = () -> "never";
                    for (Executable late :
                            List.<Executable>of(
                                    () -> pool.schedule(NOTHING, 0, TimeUnit.SECONDS),
                                    () -> pool.schedule(callable, 0, TimeUnit.SECONDS),
                                    () -> pool.scheduleAtFixedRate(NOTHING, 0, 1, TimeUnit.SECONDS),
                                    () ->
                                            pool.scheduleWithFixedDelay(
                                                    NOTHING, 0, 1, TimeUnit.SECONDS),
                                    () ->
                                            pool.submitWithTimeout(
                                                    callable, 1, TimeUnit.SECONDS, null))) {
                        assertTrue(
                                assertThrows(RejectedExecutionException.class, late)
                                        .getMessage()
                                        .contains("shut down"));
                    }
                    assertEquals(1, pool.getDelayedTaskCount());
                    assertTrue(keepsItOpen.cancel(false));
                    awaitTermination(pool);
                });
    }

    // ---- bad arguments --------------------------------------------------------------------------

    @Test
    void badArgumentsAreRefused() throws Exception {
        PoolShape.ONE_WORKER.outside(
                pool -> {
                    TimeUnit s = TimeUnit.SECONDS;
                    for (Executable withNull :
                            List.<Executable>of(
                                    () -> pool.schedule((Runnable) null, 1, s),
                                    () -> pool.schedule((Callable<?>) null, 1, s),
                                    () -> pool.schedule(NOTHING, 1, null),
                                    () -> pool.scheduleAtFixedRate(null, 1, 1, s),
                                    () -> pool.scheduleAtFixedRate(NOTHING, 1, 1, null),
                                    () -> pool.scheduleWithFixedDelay(null, 1, 1, s),
                                    () -> pool.scheduleWithFixedDelay(NOTHING, 1, 1, null),
                                    () -> pool.submitWithTimeout(null, 1, s, null),
                                    () -> pool.submitWithTimeout(() -> 1, 1, null, null))) {
                        assertThrows(NullPointerException.class, withNull);
                    }
                    for (Executable tooShort :
                            List.<Executable>of(
                                    () -> pool.scheduleAtFixedRate(NOTHING, 1, 0, s),
                                    () -> pool.scheduleWithFixedDelay(NOTHING, 1, 0, s))) {
                        assertTrue(
                                assertThrows(IllegalArgumentException.class, tooShort)
                                        .getMessage()
                                        .contains("of 0 SECONDS: at least 1"));
                    }
                    assertEquals(0, pool.getDelayedTaskCount());
                });
    }

    // ---- limited time ---------------------------------------------------------------------------

    @OnEveryPool
    void inTimeATaskGivesItsResult(PoolShape shape) throws Exception {
        shape.outside(
                pool ->
                        assertEquals(
                                "in time",
                                pool.submitWithTimeout(() -> "in time", 1, TimeUnit.HOURS, null)
                                        .get()));
    }

    @OnEveryPool
    void tooLateItIsCancelledAndInterrupted(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch interrupted = new CountDownLatch(1);
                    ForkJoinTask<String> task =
                            pool.submitWithTimeout(
                                    () -> {
                                        waitForInterrupt(new CountDownLatch(1), interrupted);
                                        return "too late";
                                    },
                                    20,
                                    TimeUnit.MILLISECONDS,
                                    null);
                    assertThrows(CancellationException.class, task::get);
                    Waiting.until(
                            () -> interrupted.getCount() == 0 || pool.isQuiescent(),
                            "it is interrupted, or was cancelled before it began");
                });
    }

    @OnEveryPool
    void orTheActionDecides(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch started = new CountDownLatch(1);
                    CountDownLatch interrupted = new CountDownLatch(1);
                    ForkJoinTask<String> task =
                            pool.submitWithTimeout(
                                    () -> {
                                        waitForInterrupt(started, interrupted);
                                        return "too late";
                                    },
                                    1,
                                    TimeUnit.MILLISECONDS,
                                    late -> {
                                        Waiting.await(started);
                                        late.complete("instead");
                                    });
                    assertEquals("instead", task.get());
                    Waiting.await(interrupted);
                    ForkJoinTask<String> failed =
                            pool.submitWithTimeout(
                                    () -> {
                                        waitForInterrupt(
                                                new CountDownLatch(1), new CountDownLatch(1));
                                        return "too late";
                                    },
                                    1,
                                    TimeUnit.MILLISECONDS,
                                    late -> late.completeExceptionally(new Failure("too slow")));
                    assertInstanceOf(
                            Failure.class,
                            assertThrows(ExecutionException.class, failed::get).getCause());
                });
    }

    @Test
    void aTaskThatNeverBeginsTimesOutAsWell() throws Exception {
        PoolShape.ONE_WORKER.outside(
                pool -> {
                    CountDownLatch end = new CountDownLatch(1);
                    AtomicBoolean ran = new AtomicBoolean();
                    pool.execute(() -> Waiting.await(end));
                    ForkJoinTask<?> task =
                            pool.submitWithTimeout(
                                    () -> {
                                        ran.set(true);
                                        return null;
                                    },
                                    1,
                                    TimeUnit.MILLISECONDS,
                                    null);
                    assertThrows(CancellationException.class, task::get);
                    end.countDown();
                    pool.shutdown();
                    awaitTermination(pool);
                    assertFalse(ran.get());
                });
    }

    @Test
    void anActionThatThrowsIsReportedAndHoldsUpNoOther() throws Exception {
        PoolShape.TWO_WORKERS.outside(
                pool -> {
                    CountDownLatch started = new CountDownLatch(1);
                    CountDownLatch interrupted = new CountDownLatch(1);
                    Failure thrown = new Failure("by the action");
                    Thread.UncaughtExceptionHandler before =
                            Thread.getDefaultUncaughtExceptionHandler();
                    List<Throwable> reported = new CopyOnWriteArrayList<>();
                    Thread.setDefaultUncaughtExceptionHandler((t, e) -> reported.add(e));
                    try {
                        pool.submitWithTimeout(
                                () -> {
                                    waitForInterrupt(started, interrupted);
                                    return null;
                                },
                                1,
                                TimeUnit.MILLISECONDS,
                                late -> {
                                    Waiting.await(started);
                                    throw thrown;
                                });
                        Waiting.await(interrupted);
                    } finally {
                        Thread.setDefaultUncaughtExceptionHandler(before);
                    }
                    assertEquals(1, reported.size());
                    assertSame(thrown, reported.get(0));
                    assertEquals("still", pool.schedule(() -> "still", 0, TimeUnit.SECONDS).get());
                });
    }

    /** As one that counts: what is submitted goes through one of its methods, not through two. */
    @Test
    void aTimedSubmissionIsNoOtherOfASubclass() throws Exception {
        AtomicInteger others = new AtomicInteger();
        ForkJoinPool counting =
                new ForkJoinPool(1) {
                    @Override
                    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
                        others.incrementAndGet();
                        return super.submit(task);
                    }
                };
        try (counting) {
            assertEquals(
                    "called",
                    counting.submitWithTimeout(() -> "called", 1, TimeUnit.DAYS, null).get());
        }
        assertEquals(0, others.get());
    }
}
