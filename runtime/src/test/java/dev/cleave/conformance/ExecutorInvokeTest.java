package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code invokeAll} and {@code invokeAny} of a pool, as {@code ExecutorService} describes them. */
@Conformance
class ExecutorInvokeTest {

    private static final long LIMIT = Waiting.LIMIT_SECONDS;

    private static List<Callable<Integer>> callables(int size) {
        List<Callable<Integer>> callables = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int number = i;
            callables.add(() -> new Fib(8).invoke() + number);
        }
        return callables;
    }

    private static <T> Callable<T> failing() {
        return () -> {
            throw new Failure();
        };
    }

    /** Neither ends by itself nor by anything but an interrupt. */
    private static <T> Callable<T> endless(CountDownLatch never) {
        return () -> {
            never.await();
            throw new AssertionError("opened");
        };
    }

    /** Endless ones for all workers, then many that say that they have begun. */
    private static List<Callable<Integer>> behindEndless(PoolShape shape, AtomicInteger begun) {
        CountDownLatch never = new CountDownLatch(1);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < shape.workers; i++) tasks.add(endless(never));
        for (int i = 0; i < 100; i++) tasks.add(begun::incrementAndGet);
        return tasks;
    }

    private static void assertResults(int size, List<Future<Integer>> futures) throws Exception {
        assertEquals(size, futures.size());
        for (int i = 0; i < size; i++) {
            assertTrue(futures.get(i).isDone());
            assertEquals(21 + i, futures.get(i).get());
        }
    }

    @OnEveryPool
    void invokeAllReturnsDoneFuturesInOrder(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int size : new int[] {0, 1, 2, 50}) {
                        assertResults(size, pool.invokeAll(callables(size)));
                        assertResults(
                                size, pool.invokeAll(callables(size), LIMIT, TimeUnit.SECONDS));
                    }
                    PoolShape.runIn(
                            pool,
                            () -> {
                                assertResults(20, pool.invokeAll(callables(20)));
                                assertResults(
                                        20, pool.invokeAll(callables(20), LIMIT, TimeUnit.SECONDS));
                            });
                });
    }

    @OnEveryPool
    void invokeAllLeavesExceptionsInTheirFutures(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Callable<Integer>> tasks = callables(3);
                    tasks.add(1, failing());
                    for (List<Future<Integer>> futures :
                            List.of(
                                    pool.invokeAll(tasks),
                                    pool.invokeAll(tasks, LIMIT, TimeUnit.SECONDS))) {
                        assertEquals(21, futures.get(0).get());
                        ExecutionException thrown =
                                assertThrows(ExecutionException.class, futures.get(1)::get);
                        assertInstanceOf(Failure.class, thrown.getCause());
                        assertEquals(22, futures.get(2).get());
                        assertEquals(23, futures.get(3).get());
                    }
                });
    }

    @OnEveryPool
    void invokeAllCancelsWhatTheTimeoutFindsUnfinished(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch never = new CountDownLatch(1);
                    List<Callable<Integer>> tasks =
                            List.of(endless(never), endless(never), endless(never));
                    List<Future<Integer>> futures = pool.invokeAll(tasks, 1, TimeUnit.MILLISECONDS);
                    assertEquals(3, futures.size());
                    for (Future<Integer> future : futures) {
                        assertTrue(future.isDone());
                        assertTrue(future.isCancelled());
                        assertThrows(CancellationException.class, future::get);
                    }
                });
    }

    @OnEveryPool
    void whatTheTimeoutFindsQueuedNeverBegins(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    AtomicInteger begun = new AtomicInteger();
                    List<Callable<Integer>> tasks = behindEndless(shape, begun);
                    pool.invokeAll(tasks, 50, TimeUnit.MILLISECONDS);
                    assertThrows(
                            TimeoutException.class,
                            () -> pool.invokeAny(tasks, 50, TimeUnit.MILLISECONDS));
                    assertTrue(pool.awaitQuiescence(LIMIT, TimeUnit.SECONDS));
                    assertEquals(0, begun.get());
                });
    }

    @Test
    void invokeAnyBeginsNoneAfterTheFirstThatSucceeds() throws Exception {
        PoolShape.ONE_WORKER.outside(
                pool -> {
                    Thread caller = Thread.currentThread();
                    AtomicInteger begun = new AtomicInteger();
                    List<Callable<Integer>> tasks = new ArrayList<>();
                    tasks.add(
                            () -> {
                                Waiting.untilBlocked(caller); // has submitted all
                                return 7;
                            });
                    for (int i = 0; i < 100; i++) tasks.add(begun::incrementAndGet);
                    assertEquals(7, pool.invokeAny(tasks));
                    assertTrue(pool.awaitQuiescence(LIMIT, TimeUnit.SECONDS));
                    assertEquals(0, begun.get());
                });
    }

    @OnEveryPool
    void invokeAnyReturnsOneResult(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int size : new int[] {1, 2, 20}) {
                        int result = pool.invokeAny(callables(size));
                        assertTrue(result >= 21 && result < 21 + size);
                        result = pool.invokeAny(callables(size), LIMIT, TimeUnit.SECONDS);
                        assertTrue(result >= 21 && result < 21 + size);
                    }
                });
    }

    /** All attempts are taken out of the pool before they begin, and cancelled. */
    @OnEveryPool
    void invokeAnyEndsIfNothingIsLeftToTry(PoolShape shape) throws Exception {
        class Drained extends ForkJoinPool {
            Drained() {
                super(1, defaultForkJoinWorkerThreadFactory, null, shape.async);
            }

            int drain(Collection<ForkJoinTask<?>> tasks) {
                return drainTasksTo(tasks);
            }
        }
        Drained drained = new Drained();
        PoolShape.using(
                drained,
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, 1);
                    Background<Integer> any = Background.call(() -> pool.invokeAny(callables(3)));
                    Waiting.until(() -> pool.getQueuedSubmissionCount() == 3, "all are queued");
                    List<ForkJoinTask<?>> attempts = new ArrayList<>();
                    assertEquals(3, drained.drain(attempts));
                    attempts.forEach(attempt -> attempt.cancel(true));
                    assertInstanceOf(
                            CancellationException.class,
                            assertThrows(ExecutionException.class, any::await)
                                    .getCause()
                                    .getCause());
                    gates.forEach(Gate::open);
                });
    }

    @OnEveryPool
    void invokeAnyIsCalledByAWorker(PoolShape shape) throws Exception {
        shape.outside(
                pool ->
                        PoolShape.runIn(
                                pool, () -> assertEquals(21, pool.invokeAny(callables(1)))));
    }

    /** It does not run one itself that may never end. */
    @OnEveryPool
    void invokeAnyByAWorkerEndsWithTheFirstThatSucceeds(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch never = new CountDownLatch(1);
                    List<Callable<Integer>> tasks = List.of(() -> 7, endless(never));
                    PoolShape.runIn(pool, () -> assertEquals(7, pool.invokeAny(tasks)));
                });
    }

    @OnEveryPool
    void invokeAnyByAWorkerTimesOut(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch never = new CountDownLatch(1);
                    List<Callable<Integer>> tasks = List.of(endless(never), endless(never));
                    PoolShape.runIn(
                            pool,
                            () ->
                                    assertThrows(
                                            TimeoutException.class,
                                            () -> pool.invokeAny(tasks, 1, TimeUnit.MILLISECONDS)));
                });
    }

    @OnEveryPool
    void invokeAnyPassesOverFailures(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Callable<Integer>> tasks = new ArrayList<>();
                    for (int i = 0; i < 5; i++) tasks.add(failing());
                    tasks.add(() -> 7);
                    for (int i = 0; i < 5; i++) tasks.add(failing());
                    assertEquals(7, pool.invokeAny(tasks));
                    assertEquals(7, pool.invokeAny(tasks, LIMIT, TimeUnit.SECONDS));
                });
    }

    @OnEveryPool
    void invokeAnyFailsWhenAllFail(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Callable<Integer>> tasks = List.of(failing(), failing(), failing());
                    assertThrows(ExecutionException.class, () -> pool.invokeAny(tasks));
                    assertThrows(
                            ExecutionException.class,
                            () -> pool.invokeAny(tasks, LIMIT, TimeUnit.SECONDS));
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"TWO_WORKERS", "FOUR_WORKERS", "FOUR_WORKERS_ASYNC"})
    void invokeAnyCancelsTheOthers(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch never = new CountDownLatch(1);
                    List<Callable<Integer>> tasks = List.of(endless(never), () -> 7);
                    assertEquals(7, pool.invokeAny(tasks));
                    assertEquals(7, pool.invokeAny(tasks, LIMIT, TimeUnit.SECONDS));
                    assertTrue(
                            pool.awaitQuiescence(LIMIT, TimeUnit.SECONDS),
                            "the endless task is interrupted");
                });
    }

    @OnEveryPool
    void invokeAnyTimesOut(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch never = new CountDownLatch(1);
                    List<Callable<Integer>> tasks = List.of(endless(never), endless(never));
                    assertThrows(
                            TimeoutException.class,
                            () -> pool.invokeAny(tasks, 1, TimeUnit.MILLISECONDS));
                });
    }

    @OnEveryPool
    void invokeAnyEndsOnInterrupt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch never = new CountDownLatch(1);
                    Background<?> caller =
                            Background.run(
                                    () ->
                                            assertThrows(
                                                    InterruptedException.class,
                                                    () -> pool.invokeAny(List.of(endless(never)))));
                    Waiting.untilBlocked(caller.thread());
                    caller.thread().interrupt();
                    caller.await();
                });
    }

    @OnEveryPool
    void invokeAllWithATimeLimitThatIsInterruptedCancelsItsTasks(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch never = new CountDownLatch(1);
                    CountDownLatch begun = new CountDownLatch(1);
                    CountDownLatch stopped = new CountDownLatch(1);
                    Callable<Integer> task =
                            () -> {
                                begun.countDown();
                                try {
                                    return ExecutorInvokeTest.<Integer>endless(never).call();
                                } finally {
                                    stopped.countDown();
                                }
                            };
                    Background<?> caller =
                            Background.run(
                                    () ->
                                            assertThrows(
                                                    InterruptedException.class,
                                                    () ->
                                                            pool.invokeAll(
                                                                    List.of(task),
                                                                    1,
                                                                    TimeUnit.DAYS)));
                    Waiting.await(begun);
                    Waiting.untilBlocked(caller.thread());
                    caller.thread().interrupt();
                    caller.await();
                    assertTrue(
                            stopped.await(LIMIT, TimeUnit.SECONDS),
                            "nobody has their futures: they are interrupted");
                });
    }

    @OnEveryPool
    void unusableCollectionsAreRefused(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Collection<Callable<Integer>> missing = null;
                    Collection<Callable<Integer>> holed = Arrays.asList(null, () -> 1);
                    assertThrows(NullPointerException.class, () -> pool.invokeAll(missing));
                    assertThrows(NullPointerException.class, () -> pool.invokeAll(holed));
                    assertThrows(
                            NullPointerException.class,
                            () -> pool.invokeAll(missing, 1, TimeUnit.SECONDS));
                    assertThrows(
                            NullPointerException.class,
                            () -> pool.invokeAll(holed, 1, TimeUnit.SECONDS));
                    assertThrows(
                            NullPointerException.class,
                            () -> pool.invokeAll(callables(1), 1, null));
                    assertThrows(NullPointerException.class, () -> pool.invokeAny(missing));
                    assertThrows(NullPointerException.class, () -> pool.invokeAny(holed));
                    assertThrows(
                            NullPointerException.class,
                            () -> pool.invokeAny(holed, 1, TimeUnit.SECONDS));
                    assertThrows(
                            NullPointerException.class,
                            () -> pool.invokeAny(callables(1), 1, null));
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> pool.invokeAny(List.<Callable<Integer>>of()));
                    assertThrows(
                            IllegalArgumentException.class,
                            () ->
                                    pool.invokeAny(
                                            List.<Callable<Integer>>of(), 1, TimeUnit.SECONDS));
                });
    }
}
