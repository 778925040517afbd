package dev.cleave.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.ParallelRegion;
import dev.cleave.Scheduling;
import dev.cleave.conformance.Background;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a region may be begun, and how its threads come together. It never hangs. */
class ParallelRegionTeamTest {
    /** A region with all that makes threads wait for each other; a few times. */
    private static void useConstructs() {
        for (int i = 0; i < 20; i++) {
            int[] singles = {0};
            AtomicInteger threads = new AtomicInteger();
            ParallelRegion.run(
                    region -> {
                        threads.set(region.numberOfThreads());
                        region.barrier();
                        region.single(() -> singles[0]++);
                        int sum = region.reduce(1, Integer::sum);
                        assertEquals(region.numberOfThreads(), sum);
                    });
            assertEquals(1, singles[0]);
            assertTrue(threads.get() >= 1);
        }
    }

    @Test
    void inAPlainThreadTheCallerIsThreadZero() {
        Thread caller = Thread.currentThread();
        AtomicReference<Thread> zero = new AtomicReference<>();
        ParallelRegion.run(region -> region.master(() -> zero.set(Thread.currentThread())));
        assertSame(caller, zero.get());
        useConstructs();
    }

    @Test
    void inManyPlainThreadsAtOnce() throws Exception {
        List<Background<Void>> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            all.add(Background.run(ParallelRegionTeamTest::useConstructs));
        }
        for (Background<Void> each : all) {
            each.await();
        }
    }

    @Test
    void inAVirtualThread() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need Java 21 or later");
        FutureTask<Void> task = new FutureTask<>(ParallelRegionTeamTest::useConstructs, null);
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void inAWorkerOfEveryDiscipline(Scheduling scheduling) throws Exception {
        for (int workers : new int[] {1, 2, 4}) {
            PoolShape.using(
                    ForkJoinPool.builder().scheduling(scheduling).workers(workers).build(),
                    pool -> PoolShape.runIn(pool, ParallelRegionTeamTest::useConstructs));
        }
    }

    @Test
    void helpersComeFromTheCallersPool() throws Exception {
        Regions.inPool(
                2,
                () -> {
                    ForkJoinPool pool = ForkJoinTask.getPool();
                    Regions.again(2, region -> assertSame(pool, ForkJoinTask.getPool()));
                });
    }

    @Test
    void withEveryOtherWorkerBusyTheTeamIsTheCaller() throws Exception {
        CountDownLatch away = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        PoolShape.using(
                new ForkJoinPool(2),
                pool -> {
                    pool.execute(
                            ForkJoinTask.adapt(
                                    () -> {
                                        away.countDown();
                                        Waiting.await(over);
                                    }));
                    Waiting.await(away);
                    PoolShape.runIn(
                            pool,
                            () ->
                                    ParallelRegion.run(
                                            region -> {
                                                assertEquals(1, region.numberOfThreads());
                                                region.barrier();
                                            }));
                    assertEquals(0, pool.getQueuedSubmissionCount(), "helpers nobody needs");
                    over.countDown();
                });
    }

    @Test
    void inAPoolThatIsShutDown() throws Exception {
        for (int i = 0; i < 20; i++) {
            ForkJoinPool pool = new ForkJoinPool(2);
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch shutDown = new CountDownLatch(1);
            ForkJoinTask<?> task =
                    pool.submit(
                            ForkJoinTask.adapt(
                                    () -> {
                                        inside.countDown();
                                        Waiting.await(shutDown);
                                        useConstructs();
                                    }));
            Waiting.await(inside);
            pool.shutdown();
            shutDown.countDown();
            task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
            assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        }
    }

    /** Who waits at a barrier is interrupted, and waits on; the region ends as if nothing were. */
    @Test
    void aRegionEndsThoughItsPoolIsShutDownNow() throws Exception {
        for (int i = 0; i < 20; i++) {
            ForkJoinPool pool = new ForkJoinPool(2);
            CountDownLatch inside = new CountDownLatch(1);
            AtomicInteger rounds = new AtomicInteger();
            AtomicInteger threads = new AtomicInteger();
            Background<Void> region =
                    Background.run(
                            () ->
                                    pool.submit(
                                                    ForkJoinTask.adapt(
                                                            () ->
                                                                    Regions.again(
                                                                            2,
                                                                            r ->
                                                                                    playUntilStopped(
                                                                                            pool, r,
                                                                                            inside,
                                                                                            rounds,
                                                                                            threads))))
                                            .quietlyJoin());
            Waiting.await(inside);
            pool.shutdownNow();
            region.await();
            assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
            assertEquals(2, threads.get(), "threads that came to the end");
        }
    }

    private static void playUntilStopped(
            ForkJoinPool pool,
            ParallelRegion region,
            CountDownLatch inside,
            AtomicInteger rounds,
            AtomicInteger threads) {
        boolean stopping = false;
        while (!stopping) {
            region.single(rounds::incrementAndGet);
            inside.countDown();
            stopping = region.reduce(pool.isTerminating(), Boolean::logicalOr);
        }
        for (int i = 0; i < 50; i++) {
            region.barrier();
        }
        threads.incrementAndGet();
    }

    @Test
    void interruptsAreKept() throws Exception {
        Regions.run(
                2,
                region -> {
                    Thread.currentThread().interrupt();
                    for (int i = 0; i < 1000; i++) {
                        region.barrier();
                    }
                    assertTrue(Thread.interrupted());
                });
    }

    /** A barrier is no place to keep a pool's only other worker from its work. */
    @Test
    void whoWaitsAtABarrierIsReplaced() throws Exception {
        Regions.inPool(
                2,
                () -> {
                    ForkJoinPool pool = ForkJoinTask.getPool();
                    Regions.again(
                            2,
                            region -> {
                                if (region.threadNumber() == 0) {
                                    CountDownLatch ran = new CountDownLatch(1);
                                    pool.externalSubmit(ForkJoinTask.adapt(ran::countDown));
                                    // Blocks without a word, as the other worker waits below.
                                    Waiting.await(ran);
                                }
                                region.barrier();
                            });
                });
    }

    @Test
    void nestedToAnyDepth() throws Exception {
        Regions.inPool(4, () -> nest(6));
    }

    private static void nest(int depth) {
        if (depth > 0) {
            ParallelRegion.run(
                    region -> {
                        region.barrier();
                        nest(depth - 1);
                        region.barrier();
                    });
        }
    }

    @Test
    void whoDoesNotComeInTimeIsNotWaitedFor() throws Exception {
        Regions.inPool(
                4,
                () -> {
                    // Helpers come, or come too late: each region's numbers fit all the same.
                    for (int i = 0; i < 3_000; i++) {
                        AtomicInteger bodies = new AtomicInteger();
                        AtomicInteger size = new AtomicInteger();
                        ParallelRegion.run(
                                region -> {
                                    bodies.incrementAndGet();
                                    size.set(region.numberOfThreads());
                                });
                        assertEquals(size.get(), bodies.get());
                    }
                });
    }
}
