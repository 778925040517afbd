package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.Background;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/** {@code invokeAllUninterruptibly}: all futures, all done, whatever interrupts. */
@Conformance
class InvokeAllUninterruptiblyTest {

    @OnEveryPool
    void futuresAreDoneAndInOrder(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int size : new int[] {0, 1, 30}) {
                        List<Callable<Integer>> tasks = new ArrayList<>();
                        for (int i = 0; i < size; i++) {
                            int number = i;
                            tasks.add(() -> new Fib(8).invoke() + number);
                        }
                        List<Future<Integer>> futures = pool.invokeAllUninterruptibly(tasks);
                        assertEquals(size, futures.size());
                        for (int i = 0; i < size; i++) {
                            assertTrue(futures.get(i).isDone());
                            assertEquals(21 + i, futures.get(i).get());
                        }
                    }
                });
    }

    @OnEveryPool
    void exceptionsStayInTheirFutures(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Callable<Integer>> tasks =
                            List.of(
                                    () -> 1,
                                    () -> {
                                        throw new Failure();
                                    },
                                    () -> 3);
                    List<Future<Integer>> futures = pool.invokeAllUninterruptibly(tasks);
                    assertEquals(1, futures.get(0).get());
                    assertInstanceOf(
                            Failure.class,
                            assertThrows(ExecutionException.class, futures.get(1)::get).getCause());
                    assertEquals(3, futures.get(2).get());
                });
    }

    @OnEveryPool
    void anInterruptDoesNotEndTheWait(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch release = new CountDownLatch(1);
                    List<Callable<Integer>> tasks =
                            List.of(
                                    () -> {
                                        Waiting.await(release);
                                        return 7;
                                    });
                    Background<Integer> caller =
                            Background.call(
                                    () -> {
                                        var futures = pool.invokeAllUninterruptibly(tasks);
                                        Thread.interrupted();
                                        return futures.get(0).get();
                                    });
                    Waiting.untilBlocked(caller.thread());
                    caller.thread().interrupt();
                    assertFalse(caller.isDone());
                    release.countDown();
                    assertEquals(7, caller.await());
                });
    }

    @OnEveryPool
    void unusableCollectionsAreRefused(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Collection<Callable<Integer>> missing = null;
                    Collection<Callable<Integer>> holed = Arrays.asList(() -> 1, null);
                    assertThrows(
                            NullPointerException.class,
                            () -> pool.invokeAllUninterruptibly(missing));
                    assertThrows(
                            NullPointerException.class, () -> pool.invokeAllUninterruptibly(holed));
                    pool.shutdown();
                    assertThrows(
                            RejectedExecutionException.class,
                            () -> pool.invokeAllUninterruptibly(List.of(() -> 1)));
                });
    }
}
