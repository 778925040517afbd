package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.Scheduling;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import dev.cleave.scheduling.Looks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs in which workers wait for tasks that only a replacement would run, and tell nobody but
 * the JDK's pools, which replace them.
 */
class SilentWaitsTest {
    /** Of the pools; more of them wait, one for the other. */
    private static final int WORKERS = 2;

    private static final int DEPTH = 12;

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static int nested(ForkJoinPool pool, int depth) {
        return depth == 0
                ? 1
                : 1 + CompletableFuture.supplyAsync(() -> nested(pool, depth - 1), pool).join();
    }

    @OnEveryScheduling
    void completableFuturesThatWaitForOneAnother(Scheduling scheduling) throws Exception {
        for (int workers = 1; workers <= WORKERS; workers++) {
            Pools.outside(
                    scheduling,
                    workers,
                    pool -> {
                        for (int i = 0; i < 3; i++) {
                            assertEquals(DEPTH + 1, get(pool.submit(() -> nested(pool, DEPTH))));
                        }
                    });
        }
    }

    private static int fib(ForkJoinPool pool, int n) {
        if (n < 2) {
            return n;
        }
        CompletableFuture<Integer> x = CompletableFuture.supplyAsync(() -> fib(pool, n - 1), pool);
        return fib(pool, n - 2) + x.join();
    }

    @OnEveryScheduling
    void aTreeOfCompletableFutures(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                WORKERS,
                pool -> assertEquals(55, get(pool.submit(() -> fib(pool, 10)))));
    }

    /** A time that is not over by far: the wait is another one in the JDK. */
    @OnEveryScheduling
    void aWaitThatIsTimed(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool ->
                        assertEquals(
                                7,
                                get(
                                        pool.submit(
                                                () ->
                                                        CompletableFuture.supplyAsync(() -> 7, pool)
                                                                .get(1, TimeUnit.HOURS)))));
    }

    /** The stream's caller waits for the JDK's workers, which wait for tasks of the pool. */
    @OnEveryScheduling
    void aParallelStreamWhoseBodyWaitsForTasksOfThePool(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool ->
                        assertEquals(
                                28,
                                get(
                                        pool.submit(
                                                () ->
                                                        IntStream.range(0, 8)
                                                                .parallel()
                                                                .map(
                                                                        i ->
                                                                                pool.submit(() -> i)
                                                                                        .join())
                                                                .sum()))));
    }

    @OnEveryScheduling
    void morePartiesOfAPhaserThanWorkers(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                WORKERS,
                pool -> {
                    Phaser phaser = new Phaser(3 * WORKERS);
                    CountDownLatch passed = new CountDownLatch(3 * WORKERS);
                    for (int i = 0; i < 3 * WORKERS; i++) {
                        pool.execute(
                                () -> {
                                    phaser.arriveAndAwaitAdvance();
                                    passed.countDown();
                                });
                    }
                    Waiting.await(passed);
                });
    }

    @OnEveryScheduling
    void consumersBeforeTheirProducers(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                WORKERS,
                pool -> {
                    for (BlockingQueue<Integer> queue :
                            List.of(
                                    new LinkedBlockingQueue<Integer>(),
                                    new LinkedTransferQueue<Integer>(),
                                    new SynchronousQueue<Integer>(),
                                    new SynchronousQueue<Integer>(true))) {
                        consumersFirst(pool, queue);
                    }
                });
    }

    private static void consumersFirst(ForkJoinPool pool, BlockingQueue<Integer> queue)
            throws Exception {
        List<Future<Integer>> consumers = new ArrayList<>();
        for (int i = 0; i < 2 * WORKERS; i++) {
            consumers.add(pool.submit(queue::take));
        }
        for (int i = 0; i < 2 * WORKERS; i++) {
            int number = i;
            pool.submit(
                    () -> {
                        queue.put(number);
                        return number;
                    });
        }
        int sum = 0;
        for (Future<Integer> consumer : consumers) {
            sum += get(consumer);
        }
        assertEquals(WORKERS * (2 * WORKERS - 1), sum);
    }

    /** Runs the body with a list of what is said of silent waits meanwhile. */
    private static void listening(ThrowingConsumer<List<String>> body) throws Throwable {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord message) {
                        said.add(message.getMessage());
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        Logger logger = Logger.getLogger("dev.cleave.scheduling.SilentWaits");
        logger.addHandler(handler);
        try {
            body.accept(said);
        } finally {
            logger.removeHandler(handler);
        }
    }

    /** Nobody may come: that is said, and the worker goes on when somebody else does the work. */
    @Test
    void aPoolThatMayHaveNoMoreThreadsSaysSo() throws Throwable {
        listening(
                said ->
                        PoolShape.using(
                                ForkJoinPool.builder()
                                        .workers(1)
                                        .maximumPoolSize(1)
                                        .name("full")
                                        .build(),
                                pool -> {
                                    CompletableFuture<Integer> inner = new CompletableFuture<>();
                                    Future<Integer> outer =
                                            pool.submit(
                                                    () ->
                                                            inner.completeAsync(() -> 1, pool)
                                                                    .join());
                                    Waiting.until(() -> !said.isEmpty(), "the pool says so");
                                    assertTrue(
                                            said.get(0)
                                                    .startsWith(
                                                            "tasks of the pool full are queued, and"
                                                                    + " its workers wait, perhaps"
                                                                    + " for those: threads 1, its"
                                                                    + " maximum; raise"
                                                                    + " maximumPoolSize"),
                                            said::toString);
                                    inner.complete(2);
                                    assertEquals(2, get(outer));
                                    Pools.assertUsable(pool);
                                    assertEquals(1, said.size(), said::toString);
                                }));
    }

    @Test
    void aPoolThatMayHaveMoreSaysNothing() throws Throwable {
        listening(
                said -> {
                    for (int i = 0; i < 20; i++) {
                        aTreeOfCompletableFutures(Scheduling.DEFAULT);
                    }
                    assertEquals(List.of(), said);
                });
    }

    /** As under the JDK's pools: who is not told of cannot be meant to be replaced. */
    @ParameterizedTest
    @ValueSource(strings = {"latch", "sleep", "lock", "timed condition"})
    void whoWaitsForSomethingElseIsNotReplaced(String what) throws Exception {
        Pools.outside(
                Scheduling.DEFAULT,
                WORKERS,
                pool -> {
                    CountDownLatch end = new CountDownLatch(1);
                    CountDownLatch third = new CountDownLatch(1);
                    ReentrantLock held = new ReentrantLock();
                    AtomicReference<Runnable> look = new AtomicReference<>();
                    List<Future<?>> waits = new ArrayList<>();
                    BlockingQueue<Thread> waiting = new LinkedBlockingQueue<>();
                    held.lock();
                    try {
                        for (int i = 0; i < WORKERS; i++) {
                            waits.add(
                                    pool.submit(
                                            () -> {
                                                look.set(Looks.atSilentWaits());
                                                waiting.add(Thread.currentThread());
                                                waitFor(what, end, held);
                                            }));
                        }
                        pool.execute(third::countDown);
                        for (int i = 0; i < WORKERS; i++) {
                            Waiting.untilBlocked(waiting.take());
                        }
                        for (int i = 0; i < 10; i++) {
                            look.get().run();
                        }
                        assertEquals(1, third.getCount(), "a third has begun");
                        assertEquals(WORKERS, pool.getPoolSize());
                    } finally {
                        end.countDown();
                        held.unlock();
                    }
                    for (Future<?> wait : waits) {
                        get(wait);
                    }
                    Waiting.await(third);
                });
    }

    private static void waitFor(String what, CountDownLatch end, ReentrantLock held) {
        try {
            switch (what) {
                case "latch" -> end.await();
                case "lock" -> {
                    held.lock();
                    held.unlock();
                }
                case "sleep" -> {
                    while (end.getCount() > 0) {
                        Thread.sleep(20);
                    }
                }
                default -> {
                    ReentrantLock own = new ReentrantLock();
                    own.lock();
                    while (end.getCount() > 0) {
                        own.newCondition().awaitNanos(TimeUnit.MILLISECONDS.toNanos(20));
                    }
                    own.unlock();
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
