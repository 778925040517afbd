package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Gate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Waiting until a pool has nothing left to do, which is how unjoined forks are waited for. */
@Conformance
class QuiescenceTest {

    /** Forks a binary tree of itself and joins none of it. */
    private static final class Spread extends RecursiveAction {
        private final AtomicInteger nodes;
        private final int depth;

        Spread(AtomicInteger nodes, int depth) {
            this.nodes = nodes;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            nodes.incrementAndGet();
            if (depth == 0) return;
            new Spread(nodes, depth - 1).fork();
            new Spread(nodes, depth - 1).fork();
        }
    }

    @OnEveryPool
    void aNewPoolIsQuiescent(PoolShape shape) throws Exception {
        shape.outside(pool -> assertTrue(pool.isQuiescent()));
    }

    @OnEveryPool
    void aPoolIsQuiescentAgainWhenItsWorkIsDone(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Gate gate = Gate.occupy(pool, 1).get(0);
                    assertFalse(pool.isQuiescent());
                    gate.open();
                    Waiting.until(pool::isQuiescent, "the pool is quiescent");
                });
    }

    @OnEveryPool
    void aPoolIsQuiescentWhenForksThatNobodyJoinsAreDone(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    AtomicInteger nodes = new AtomicInteger();
                    pool.execute(new Spread(nodes, 10));
                    Waiting.until(pool::isQuiescent, "the pool is quiescent");
                    assertEquals(2047, nodes.get());
                });
    }

    @OnEveryPool
    void awaitQuiescenceWaitsForForksThatNobodyJoins(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    // Leaves only: the waiting thread may run some, and its forks would leave us.
                    AtomicInteger leaves = new AtomicInteger();
                    PoolShape.runIn(
                            pool,
                            () -> {
                                for (int i = 0; i < 1_000; i++) new Spread(leaves, 0).fork();
                            });
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(1_000, leaves.get());
                    assertTrue(pool.isQuiescent());
                });
    }

    @OnEveryPool
    void awaitQuiescenceGivesUpWhenATaskGoesOn(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, shape.workers);
                    assertFalse(pool.awaitQuiescence(1, TimeUnit.MILLISECONDS));
                    assertFalse(pool.awaitQuiescence(0, TimeUnit.SECONDS));
                    assertFalse(pool.awaitQuiescence(-1, TimeUnit.SECONDS));
                    gates.forEach(Gate::open);
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                });
    }

    @OnEveryPool
    void awaitQuiescenceWithoutUnitIsRefused(PoolShape shape) throws Exception {
        shape.outside(
                pool ->
                        assertThrows(
                                NullPointerException.class, () -> pool.awaitQuiescence(1, null)));
    }

    @OnEveryPool
    void helpQuiesceRunsForksThatNobodyJoins(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    AtomicInteger nodes = new AtomicInteger();
                    new Spread(nodes, 10).fork();
                    ForkJoinTask.helpQuiesce();
                    assertEquals(2047, nodes.get());
                    assertEquals(0, ForkJoinTask.getQueuedTaskCount());
                });
    }

    @OnEveryPool
    void aWorkerThatAwaitsQuiescenceHelps(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    AtomicInteger nodes = new AtomicInteger();
                    new Spread(nodes, 10).fork();
                    assertTrue(
                            ForkJoinTask.getPool()
                                    .awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(2047, nodes.get());
                });
    }

    @OnEveryPool
    void helpQuiesceOutlastsTasksThatFail(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted counted = new Counted();
                    new Tasks.Failing(new Tasks.Failure()).fork();
                    counted.fork();
                    new Tasks.Failing(new Tasks.Failure()).fork();
                    ForkJoinTask.helpQuiesce();
                    assertEquals(1, counted.executions());
                });
    }

    @OnEveryPool
    void helpQuiesceWaitsForWhatAnotherWorkerIsDoing(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    AtomicInteger nodes = new AtomicInteger();
                    pool.execute(new Spread(nodes, 12));
                    PoolShape.runIn(
                            pool,
                            () -> {
                                ForkJoinTask.helpQuiesce();
                                assertEquals(8191, nodes.get());
                            });
                });
    }

    @Test
    void outsideEveryPoolHelpQuiesceServesTheCommonPool() {
        AtomicInteger nodes = new AtomicInteger();
        new Spread(nodes, 10).fork();
        ForkJoinTask.helpQuiesce();
        Waiting.until(() -> nodes.get() == 2047, "all forks have run");
        assertTrue(
                ForkJoinPool.commonPool().awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(2047, nodes.get());
    }
}
