package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.Scheduling;
import dev.cleave.SyncTask;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Programs that end on {@link java.util.concurrent.ForkJoinPool} end here, whatever the discipline:
 * also where a worker keeps its tasks to itself and does not come to hand them over.
 */
class EveryDisciplineLivesTest {
    private static final int ROUNDS = 30;

    @OnEveryScheduling
    void aTaskSpinsOnWhatItsForkSets(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    Counted fork = new Counted();
                                    fork.fork();
                                    Waiting.until(fork::isDone, "the other worker runs the fork");
                                });
                    }
                });
    }

    @OnEveryScheduling
    void aTaskSpinsOnTheLastOfManyForks(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    List<Counted> forks = new ArrayList<>();
                                    for (int i = 0; i < 1_000; i++) {
                                        Counted fork = new Counted();
                                        forks.add(fork);
                                        fork.fork();
                                    }
                                    for (Counted fork : forks) {
                                        Waiting.until(fork::isDone, "the other worker runs all");
                                    }
                                    for (Counted fork : forks) assertEquals(1, fork.executions());
                                }));
    }

    @OnEveryScheduling
    void aTaskBlocksUndeclaredOnWhatItsForkOpens(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    CountDownLatch latch = new CountDownLatch(1);
                                    ForkJoinTask.adapt(latch::countDown).fork();
                                    Waiting.await(latch);
                                });
                    }
                });
    }

    @OnEveryScheduling
    void aTaskBlocksUndeclaredWithDeepWorkInItsQueue(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    CountDownLatch latch = new CountDownLatch(300);
                                    for (int i = 0; i < 300; i++) {
                                        ForkJoinTask.adapt(latch::countDown).fork();
                                    }
                                    Waiting.await(latch);
                                }));
    }

    @OnEveryScheduling
    void tasksThatWaitForOneAnotherUndeclaredAllRunInAPoolOfMore(Scheduling scheduling)
            throws Exception {
        int workers = 8 * Runtime.getRuntime().availableProcessors();
        Pools.outside(
                scheduling,
                workers,
                pool -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    CountDownLatch latch = new CountDownLatch(workers);
                                    for (int k = 1; k < workers; k++) {
                                        ForkJoinTask.adapt(
                                                        () -> {
                                                            latch.countDown();
                                                            Waiting.await(latch);
                                                        })
                                                .fork();
                                    }
                                    latch.countDown();
                                    Waiting.await(latch);
                                });
                    }
                });
    }

    /** Waits, without a word to the pool, until whoever is below it has ended. */
    private static final class Waits extends RecursiveAction {
        private final int depth;
        private final CountDownLatch above;

        Waits(int depth, CountDownLatch above) {
            this.depth = depth;
            this.above = above;
        }

        @Override
        protected void compute() {
            if (depth > 0) {
                CountDownLatch below = new CountDownLatch(2);
                new Waits(depth - 1, below).fork();
                new Waits(depth - 1, below).fork();
                Waiting.await(below);
            }
            above.countDown();
        }
    }

    @OnEveryScheduling
    void aTreeOfTasksThatWaitUndeclaredEndsInAPoolOfAsMany(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1 << 5,
                pool -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        CountDownLatch end = new CountDownLatch(1);
                        pool.invoke(new Waits(4, end));
                        Waiting.await(end);
                    }
                });
    }

    @OnEveryScheduling
    void aSpareRunsTheForkOfTheOnlyWorkerThatBlocksDeclared(Scheduling scheduling)
            throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    CountDownLatch latch = new CountDownLatch(1);
                                    ForkJoinTask.adapt(latch::countDown).fork();
                                    Cleave.blocking(
                                            () -> {
                                                Waiting.await(latch);
                                                return null;
                                            });
                                });
                    }
                });
    }

    /** Waits for its forks in the middle of others' joins. */
    private static final class Chain extends RecursiveAction {
        private final int depth;

        Chain(int depth) {
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (depth > 0) {
                CountDownLatch latch = new CountDownLatch(1);
                Chain next = new Chain(depth - 1);
                next.fork();
                ForkJoinTask.adapt(latch::countDown).fork();
                try {
                    ForkJoinPool.managedBlock(new LatchBlocker(latch));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                next.join();
            }
        }
    }

    private record LatchBlocker(CountDownLatch latch) implements ForkJoinPool.ManagedBlocker {
        @Override
        public boolean block() {
            Waiting.await(latch);
            return true;
        }

        @Override
        public boolean isReleasable() {
            return latch.getCount() == 0;
        }
    }

    @OnEveryScheduling
    void nestedDeclaredBlockingEnds(Scheduling scheduling) throws Exception {
        for (int workers = 1; workers <= 2; workers++) {
            Pools.outside(scheduling, workers, pool -> pool.invoke(new Chain(50)));
        }
    }

    @OnEveryScheduling
    void anIdleWorkerIsWokenForWorkAfterARest(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool -> {
                    Pools.assertUsable(pool);
                    Gate gate = new Gate();
                    pool.execute(gate);
                    gate.awaitStart();
                    // The other worker has gone to sleep, or will; either way it comes.
                    for (int i = 0; i < ROUNDS; i++) assertEquals(21, pool.invoke(new Fib(8)));
                    gate.open();
                });
    }

    private static final class Walk extends SyncTask {
        private final int depth;
        private final AtomicInteger visits;

        Walk(int depth, AtomicInteger visits) {
            this.depth = depth;
            this.visits = visits;
        }

        @Override
        protected void compute() {
            visits.incrementAndGet();
            if (depth > 0) {
                spawn(new Walk(depth - 1, visits));
                spawn(new Walk(depth - 1, visits));
                sync();
            }
        }
    }

    @OnEveryScheduling
    void syncTasksNeedNoThreadsOfTheirOwn(Scheduling scheduling) throws Exception {
        for (boolean async : new boolean[] {false, true}) {
            PoolShape.using(
                    ForkJoinPool.builder()
                            .scheduling(scheduling)
                            .workers(1)
                            .asyncMode(async)
                            .build(),
                    pool -> {
                        AtomicInteger visits = new AtomicInteger();
                        pool.invoke(new Walk(12, visits));
                        assertEquals((1 << 13) - 1, visits.get());
                        // A sync runs its own children, whichever mode the pool is in.
                        assertEquals(1, pool.getPoolSize());
                    });
        }
    }

    @OnEveryScheduling
    void aSyncEndsThoughOthersCompleteItsChildren(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    AtomicInteger visits = new AtomicInteger();
                    pool.invoke(
                            new SyncTask() {
                                @Override
                                protected void compute() {
                                    Walk cancelled = new Walk(0, visits);
                                    Walk failed = new Walk(0, visits);
                                    Walk completed = new Walk(0, visits);
                                    spawn(cancelled);
                                    spawn(failed);
                                    spawn(completed);
                                    completed.complete(null);
                                    cancelled.cancel(false);
                                    failed.completeExceptionally(new IllegalStateException());
                                    try {
                                        sync();
                                    } catch (IllegalStateException told) {
                                        return;
                                    }
                                    throw new AssertionError("a sync missed what its children met");
                                }
                            });
                    assertEquals(0, visits.get());
                });
    }
}
