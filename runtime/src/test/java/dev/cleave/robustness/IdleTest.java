package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.Scheduling;
import dev.cleave.conformance.Background;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Waiting;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Threads that a pool does not need cost nothing, then end; and it never has too many. */
class IdleTest {

    /** Of this stretch, idle workers may use a tenth; spinning ones would use all. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    @OnEveryScheduling
    void anIdlePoolUsesNoProcessorTime(Scheduling scheduling) throws Exception {
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(4)
                        .threadFactory(pool -> remember(pool, workers))
                        .build(),
                pool -> {
                    Pools.assertUsable(pool);
                    for (Thread worker : workers) Waiting.untilBlocked(worker);
                    assertIdle(workers);
                });
    }

    @OnEveryScheduling
    void aPoolWhoseWorkersAllBlockUsesNoProcessorTime(Scheduling scheduling) throws Exception {
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(2)
                        .threadFactory(pool -> remember(pool, workers))
                        .build(),
                pool -> {
                    CountDownLatch latch = new CountDownLatch(1);
                    List<ForkJoinTask<?>> blocked = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        blocked.add(pool.submit(() -> awaitDeclared(latch)));
                    }
                    Waiting.until(
                            () -> !pool.hasQueuedSubmissions() && pool.getPoolSize() >= 3,
                            "all tasks have begun");
                    for (Thread worker : workers) Waiting.untilBlocked(worker);
                    assertIdle(workers);
                    latch.countDown();
                    for (ForkJoinTask<?> task : blocked) task.join();
                });
    }

    private static ForkJoinWorkerThread remember(ForkJoinPool pool, Set<Thread> workers) {
        ForkJoinWorkerThread worker = new ForkJoinWorkerThread(pool) {};
        workers.add(worker);
        return worker;
    }

    private static Void awaitDeclared(CountDownLatch latch) throws Exception {
        return Cleave.blocking(
                () -> {
                    Waiting.await(latch);
                    return null;
                });
    }

    /** Polls until a stretch without use has been seen: a busy machine may delay falling asleep. */
    private static void assertIdle(Set<Thread> workers) {
        Waiting.until(
                () -> usedNanos(workers) < IDLE_NANOS / 10, "the workers use no processor time");
    }

    private static long usedNanos(Set<Thread> threads) {
        long before = processorNanos(threads);
        long end = System.nanoTime() + IDLE_NANOS;
        for (long left; (left = end - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(left);
        }
        return processorNanos(threads) - before;
    }

    private static long processorNanos(Set<Thread> threads) {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (Thread thread : threads) sum += Math.max(0, bean.getThreadCpuTime(thread.getId()));
        return sum;
    }

    /** One that looks again and again would use as much as it can get, up to all. */
    @Test
    void whoAwaitsQuiescenceInterruptedUsesLittleProcessorTime() throws Exception {
        PoolShape.using(
                new ForkJoinPool(1),
                pool -> {
                    Tasks.Gate gate = Tasks.Gate.occupy(pool, 1).get(0);
                    Background<Boolean> waiter =
                            Background.call(
                                    () -> {
                                        Thread.currentThread().interrupt();
                                        boolean quiescent =
                                                pool.awaitQuiescence(
                                                        Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                                        return quiescent && Thread.interrupted();
                                    });
                    Set<Thread> threads = Set.of(waiter.thread());
                    Waiting.until(
                            () -> usedNanos(threads) < IDLE_NANOS / 3,
                            "the waiter uses little processor time");
                    gate.open();
                    assertTrue(waiter.await());
                });
    }

    @OnEveryScheduling
    void workersEndAfterTheirKeepAliveAndComeBack(Scheduling scheduling) throws Exception {
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(3)
                        .keepAlive(20, TimeUnit.MILLISECONDS)
                        .build(),
                pool -> {
                    for (int i = 0; i < 5; i++) {
                        Pools.assertUsable(pool);
                        Waiting.until(() -> pool.getPoolSize() == 0, "idle workers end");
                    }
                });
    }

    @OnEveryScheduling
    void aTaskSubmittedAsTheLastWorkerEndsIsRun(Scheduling scheduling) throws Exception {
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(1)
                        .keepAlive(20, TimeUnit.MILLISECONDS)
                        .build(),
                pool -> {
                    for (int i = 0; i < 40; i++) {
                        Counted task = new Counted();
                        // Between the twentieth and the twenty-fourth millisecond of idleness.
                        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(20_000 + i * 100));
                        pool.submit(task).join();
                        assertEquals(1, task.executions());
                    }
                });
    }

    @OnEveryScheduling
    void thereAreNeverMoreThreadsThanTheMaximum(Scheduling scheduling) throws Exception {
        PoolShape.using(
                ForkJoinPool.builder().scheduling(scheduling).workers(2).maximumPoolSize(5).build(),
                pool -> {
                    CountDownLatch latch = new CountDownLatch(1);
                    List<ForkJoinTask<?>> tasks = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        tasks.add(pool.submit(() -> awaitDeclared(latch)));
                    }
                    Background<Void> joiner =
                            Background.run(() -> tasks.forEach(ForkJoinTask::quietlyJoin));
                    Waiting.until(
                            () -> {
                                assertTrue(pool.getPoolSize() <= 5, pool::toString);
                                return tasks.stream().anyMatch(ForkJoinTask::isDone);
                            },
                            "a task is refused a replacement");
                    latch.countDown();
                    joiner.await();
                    int refused = 0;
                    for (ForkJoinTask<?> task : tasks) {
                        if (task.isCompletedAbnormally()) {
                            assertRefused(task);
                            refused++;
                        }
                    }
                    assertTrue(refused > 0 && refused < tasks.size(), "refused: " + refused);
                    assertTrue(pool.getPoolSize() <= 5, pool::toString);
                    Pools.assertUsable(pool);
                });
    }

    private static void assertRefused(ForkJoinTask<?> task) {
        String message = assertThrows(RejectedExecutionException.class, task::join).getMessage();
        assertTrue(message.contains("maximumPoolSize"), message);
    }

    @OnEveryScheduling
    void aSaturatedPoolThatMayGoOnDoes(Scheduling scheduling) throws Exception {
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(1)
                        .maximumPoolSize(2)
                        .saturate(pool -> true)
                        .build(),
                pool -> {
                    CountDownLatch latch = new CountDownLatch(1);
                    List<ForkJoinTask<?>> tasks = new ArrayList<>();
                    for (int i = 0; i < 4; i++) {
                        tasks.add(pool.submit(() -> awaitDeclared(latch)));
                    }
                    Waiting.until(() -> pool.getPoolSize() == 2, "a replacement is made");
                    latch.countDown();
                    for (ForkJoinTask<?> task : tasks) task.join();
                    assertEquals(2, pool.getPoolSize());
                });
    }
}
