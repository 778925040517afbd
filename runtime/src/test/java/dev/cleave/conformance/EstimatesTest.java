package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The numbers that a pool tells of itself. They are estimates while it works; the tests ask when
 * nothing moves, because every worker waits at a gate or the pool is quiescent.
 */
@Conformance
class EstimatesTest {

    @Test
    void outsideEveryPoolNothingIsQueued() throws Exception {
        Background.run(
                        () -> {
                            assertEquals(0, ForkJoinTask.getQueuedTaskCount());
                            assertEquals(0, ForkJoinTask.getSurplusQueuedTaskCount());
                        })
                .await();
    }

    @OnEveryPool
    void aWorkerCountsWhatItHasForked(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    // The others are occupied, so that nobody steals.
                    List<Gate> others = Gate.occupy(pool, shape.workers - 1);
                    PoolShape.runIn(
                            pool,
                            () -> {
                                List<ForkJoinTask<?>> forked = new ArrayList<>();
                                for (int count = 0; count < 5; count++) {
                                    assertEquals(count, ForkJoinTask.getQueuedTaskCount());
                                    assertEquals(count, pool.getQueuedTaskCount());
                                    forked.add(new Counted().fork());
                                }
                                for (int count = 5; count > 0; count--) {
                                    assertEquals(count, ForkJoinTask.getQueuedTaskCount());
                                    int next = shape.async ? 0 : forked.size() - 1;
                                    forked.remove(next).join();
                                }
                                assertEquals(0, ForkJoinTask.getQueuedTaskCount());
                                assertEquals(0, pool.getQueuedTaskCount());
                            });
                    others.forEach(Gate::open);
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void withoutOtherWorkersEveryForkIsSurplus(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (int count = 0; count < 5; count++) {
                        assertEquals(count, ForkJoinTask.getSurplusQueuedTaskCount());
                        new Counted().fork();
                    }
                    ForkJoinTask.helpQuiesce();
                    assertEquals(0, ForkJoinTask.getSurplusQueuedTaskCount());
                });
    }

    @OnEveryPool
    void surplusIsWhatTheOtherWorkersLeave(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Gate> others = Gate.occupy(pool, shape.workers - 1);
                    PoolShape.runIn(
                            pool,
                            () -> {
                                for (int count = 1; count <= 10; count++) {
                                    new Counted().fork();
                                    int surplus = ForkJoinTask.getSurplusQueuedTaskCount();
                                    assertTrue(surplus <= count, () -> "surplus " + surplus);
                                    assertTrue(
                                            surplus >= count - (shape.workers - 1),
                                            () -> "surplus " + surplus);
                                }
                            });
                    others.forEach(Gate::open);
                });
    }

    @OnEveryPool
    void submissionsAreCountedUntilTheyBegin(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    assertFalse(pool.hasQueuedSubmissions());
                    assertEquals(0, pool.getQueuedSubmissionCount());
                    List<Gate> gates = Gate.occupy(pool, shape.workers);
                    assertFalse(pool.hasQueuedSubmissions());
                    for (int count = 1; count <= 5; count++) {
                        pool.execute(new Counted());
                        assertTrue(pool.hasQueuedSubmissions());
                        assertEquals(count, pool.getQueuedSubmissionCount());
                    }
                    assertEquals(0, pool.getQueuedTaskCount(), "they are not forked tasks");
                    gates.forEach(Gate::open);
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertFalse(pool.hasQueuedSubmissions());
                    assertEquals(0, pool.getQueuedSubmissionCount());
                });
    }

    @OnEveryPool
    void occupiedWorkersAreActiveAndCounted(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, shape.workers);
                    assertEquals(shape.workers, pool.getPoolSize());
                    assertTrue(pool.getActiveThreadCount() >= shape.workers);
                    gates.forEach(Gate::open);
                    Waiting.until(() -> pool.getActiveThreadCount() == 0, "no worker is active");
                    assertTrue(pool.getPoolSize() <= shape.workers);
                });
    }

    @OnEveryPool
    void aRunningWorkerIsCounted(PoolShape shape) throws Exception {
        shape.outside(
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    assertTrue(pool.getActiveThreadCount() >= 1);
                                    assertTrue(pool.getPoolSize() >= 1);
                                }));
    }

    /** JDK 25 fails this: its count is of the idle workers instead. */
    @OnEveryPool
    void aRunningWorkerCountsAsRunning(PoolShape shape) throws Exception {
        shape.outside(
                pool -> PoolShape.runIn(pool, () -> assertTrue(pool.getRunningThreadCount() >= 1)));
    }

    @OnEveryPool
    void submittedTasksCountAsStealsOnceThePoolIsQuiescent(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    assertEquals(0, pool.getStealCount());
                    for (int i = 0; i < 100; i++) pool.submit(new Counted()).join();
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    Waiting.until(() -> pool.getStealCount() > 0, "steals are counted");
                });
    }

    @OnEveryPool
    void toStringTellsStateParallelismAndCounts(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    String running = pool.toString();
                    assertTrue(running.contains("Running"), running);
                    assertTrue(running.contains("parallelism = " + shape.workers), running);
                    List<Gate> gates = Gate.occupy(pool, shape.workers);
                    pool.execute(new Counted());
                    String busy = pool.toString();
                    assertTrue(busy.contains("size = " + shape.workers), busy);
                    assertTrue(busy.contains("submissions = 1"), busy);
                    pool.shutdown();
                    String shutDown = pool.toString();
                    assertTrue(shutDown.contains("Shutting down"), shutDown);
                    gates.forEach(Gate::open);
                    assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    String terminated = pool.toString();
                    assertTrue(terminated.contains("Terminated"), terminated);
                });
    }
}
