package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinPool.ManagedBlocker;
import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Blocking that is declared, so that the pool can put another worker in the blocked one's place.
 */
@Conformance
class ManagedBlockerTest {

    /** Answers from a script and writes down what it was asked. */
    private static final class Scripted implements ManagedBlocker {
        private final Deque<Boolean> releasable = new ArrayDeque<>();
        private final Deque<Boolean> blocked = new ArrayDeque<>();
        private final List<String> calls = new ArrayList<>();

        Scripted(List<Boolean> releasable, List<Boolean> blocked) {
            this.releasable.addAll(releasable);
            this.blocked.addAll(blocked);
        }

        @Override
        public boolean isReleasable() {
            calls.add("isReleasable");
            return releasable.remove();
        }

        @Override
        public boolean block() {
            calls.add("block");
            return blocked.remove();
        }
    }

    /** Blocks until a latch is open. */
    private static final class LatchBlocker implements ManagedBlocker {
        private final CountDownLatch latch;

        LatchBlocker(CountDownLatch latch) {
            this.latch = latch;
        }

        @Override
        public boolean isReleasable() {
            return latch.getCount() == 0;
        }

        @Override
        public boolean block() throws InterruptedException {
            latch.await();
            return true;
        }
    }

    /** Takes an item from a queue, blocking if there is none. */
    private static final class Taker<E> implements ManagedBlocker {
        private final LinkedBlockingQueue<E> queue;
        private E item;

        Taker(LinkedBlockingQueue<E> queue) {
            this.queue = queue;
        }

        @Override
        public boolean isReleasable() {
            if (item == null) item = queue.poll();
            return item != null;
        }

        @Override
        public boolean block() throws InterruptedException {
            if (item == null) item = queue.take();
            return true;
        }
    }

    private static void everywhere(PoolShape shape, Executable body) throws Exception {
        Background.run(body).await();
        shape.inside(body);
    }

    @OnEveryPool
    void aReleasableBlockerIsNotBlocked(PoolShape shape) throws Exception {
        everywhere(
                shape,
                () -> {
                    Scripted blocker = new Scripted(List.of(true), List.of());
                    ForkJoinPool.managedBlock(blocker);
                    assertEquals(List.of("isReleasable"), blocker.calls);
                });
    }

    @OnEveryPool
    void questionAndBlockAlternateUntilOneSaysTrue(PoolShape shape) throws Exception {
        everywhere(
                shape,
                () -> {
                    Scripted byBlock =
                            new Scripted(List.of(false, false, false), List.of(false, false, true));
                    ForkJoinPool.managedBlock(byBlock);
                    assertEquals("block", byBlock.calls.get(byBlock.calls.size() - 1));
                    assertEquals(3, byBlock.calls.stream().filter("block"::equals).count());
                    assertAlternating(byBlock.calls);

                    Scripted byQuestion =
                            new Scripted(List.of(false, false, true), List.of(false, false));
                    ForkJoinPool.managedBlock(byQuestion);
                    assertEquals("isReleasable", byQuestion.calls.get(byQuestion.calls.size() - 1));
                    assertEquals(2, byQuestion.calls.stream().filter("block"::equals).count());
                    assertAlternating(byQuestion.calls);
                });
    }

    private static void assertAlternating(List<String> calls) {
        for (int i = 0; i < calls.size(); i++) {
            assertEquals(i % 2 == 0 ? "isReleasable" : "block", calls.get(i), calls::toString);
        }
    }

    @OnEveryPool
    void theBlockersExceptionIsThrown(PoolShape shape) throws Exception {
        everywhere(
                shape,
                () -> {
                    ManagedBlocker interrupted =
                            new ManagedBlocker() {
                                @Override
                                public boolean isReleasable() {
                                    return false;
                                }

                                @Override
                                public boolean block() throws InterruptedException {
                                    throw new InterruptedException();
                                }
                            };
                    assertThrows(
                            InterruptedException.class,
                            () -> ForkJoinPool.managedBlock(interrupted));
                    ManagedBlocker failing =
                            new ManagedBlocker() {
                                @Override
                                public boolean isReleasable() {
                                    throw new Failure();
                                }

                                @Override
                                public boolean block() {
                                    return true;
                                }
                            };
                    assertThrows(Failure.class, () -> ForkJoinPool.managedBlock(failing));
                    assertEquals(55, new Fib(10).invoke());
                });
    }

    @OnEveryPool
    void aMissingBlockerIsRefused(PoolShape shape) throws Exception {
        everywhere(
                shape,
                () ->
                        assertThrows(
                                NullPointerException.class, () -> ForkJoinPool.managedBlock(null)));
    }

    @OnEveryPool
    void othersRunInPlaceOfBlockedWorkers(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch blocking = new CountDownLatch(shape.workers);
                    CountDownLatch release = new CountDownLatch(1);
                    List<ForkJoinTask<?>> blocked = new ArrayList<>();
                    for (int i = 0; i < shape.workers; i++) {
                        blocked.add(
                                pool.submit(
                                        () -> {
                                            blocking.countDown();
                                            ForkJoinPool.managedBlock(new LatchBlocker(release));
                                            return null;
                                        }));
                    }
                    Waiting.await(blocking);
                    assertEquals(55, pool.submit(new Fib(10)).join());
                    pool.execute(release::countDown);
                    for (ForkJoinTask<?> task : blocked) task.join();
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @OnEveryPool
    void manyMoreTasksThanWorkersWaitForEachOther(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    waitForEachOther(pool, shape.workers + 20);
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(144, pool.invoke(new Fib(12)));
                });
    }

    /** By default a pool may have as many threads as any, not so many more than workers. */
    @Test
    void hundredsOfTasksOfAPoolOfOneWaitForEachOther() throws Exception {
        PoolShape.using(new ForkJoinPool(1), pool -> waitForEachOther(pool, 300));
    }

    private static void waitForEachOther(ForkJoinPool pool, int tasks) {
        CountDownLatch all = new CountDownLatch(tasks);
        List<ForkJoinTask<?>> blocked = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            blocked.add(
                    pool.submit(
                            () -> {
                                all.countDown();
                                ForkJoinPool.managedBlock(new LatchBlocker(all));
                                return null;
                            }));
        }
        for (ForkJoinTask<?> task : blocked) task.join();
    }

    /** JDK 17 fails this now and then, on a pool of one: nobody runs the fork. */
    @OnEveryPool
    void aTaskThatBlocksForItsOwnForkGetsIt(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (int i = 0; i < 20; i++) {
                        CountDownLatch ran = new CountDownLatch(1);
                        ForkJoinTask.adapt(ran::countDown).fork();
                        ForkJoinPool.managedBlock(new LatchBlocker(ran));
                        assertEquals(0, ran.getCount());
                    }
                });
    }

    @OnEveryPool
    void tasksExchangeItemsThroughQueues(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    LinkedBlockingQueue<Integer> ping = new LinkedBlockingQueue<>();
                    LinkedBlockingQueue<Integer> pong = new LinkedBlockingQueue<>();
                    ForkJoinTask<Integer> echo =
                            pool.submit(
                                    () -> {
                                        for (int i = 0; i < 100; i++) {
                                            Taker<Integer> taker = new Taker<>(ping);
                                            ForkJoinPool.managedBlock(taker);
                                            pong.add(taker.item + 1);
                                        }
                                        return 100;
                                    });
                    ForkJoinTask<Integer> counter =
                            pool.submit(
                                    () -> {
                                        int number = 0;
                                        for (int i = 0; i < 100; i++) {
                                            ping.add(number);
                                            Taker<Integer> taker = new Taker<>(pong);
                                            ForkJoinPool.managedBlock(taker);
                                            number = taker.item;
                                        }
                                        return number;
                                    });
                    assertEquals(100, counter.join());
                    assertEquals(100, echo.join());
                });
    }

    private static ForkJoinPool withoutSpares(
            int minimumRunnable, Predicate<ForkJoinPool> saturate) {
        return new ForkJoinPool(
                1,
                ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                null,
                false,
                0,
                1,
                minimumRunnable,
                saturate,
                60,
                TimeUnit.SECONDS);
    }

    @Test
    void withoutSparesBlockingIsRejected() throws Exception {
        PoolShape.using(
                withoutSpares(1, null),
                pool ->
                        PoolShape.runIn(
                                pool,
                                () ->
                                        assertThrows(
                                                RejectedExecutionException.class,
                                                () ->
                                                        ForkJoinPool.managedBlock(
                                                                new LatchBlocker(
                                                                        new CountDownLatch(1))))));
        PoolShape.using(
                withoutSpares(1, pool -> false),
                pool ->
                        PoolShape.runIn(
                                pool,
                                () ->
                                        assertThrows(
                                                RejectedExecutionException.class,
                                                () ->
                                                        ForkJoinPool.managedBlock(
                                                                new LatchBlocker(
                                                                        new CountDownLatch(1))))));
    }

    @Test
    void whoAcceptsSaturationBlocksWithoutAReplacement() throws Exception {
        AtomicReference<ForkJoinPool> asked = new AtomicReference<>();
        PoolShape.using(
                withoutSpares(
                        1,
                        pool -> {
                            asked.set(pool);
                            return true;
                        }),
                pool -> {
                    Scripted blocker = new Scripted(List.of(false), List.of(true));
                    PoolShape.runIn(pool, () -> ForkJoinPool.managedBlock(blocker));
                    assertEquals(List.of("isReleasable", "block"), blocker.calls);
                    assertSame(pool, asked.get());
                });
    }
}
