package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.Scheduling;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Failing;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** A worker waits for tasks of another pool: it blocks, and its own pool goes on meanwhile. */
class ForeignPoolTest {
    private static final long SECONDS = 60;

    private static void withTwo(
            Scheduling scheduling, int workers, ThrowingConsumer<ForkJoinPool[]> body)
            throws Exception {
        Pools.outside(
                scheduling,
                workers,
                one ->
                        Pools.outside(
                                scheduling,
                                workers,
                                other -> body.accept(new ForkJoinPool[] {one, other})));
    }

    @OnEveryScheduling
    void eachPoolJoinsTasksOfTheOther(Scheduling scheduling) throws Exception {
        for (int workers = 1; workers <= 2; workers++) {
            withTwo(
                    scheduling,
                    workers,
                    pools -> {
                        List<ForkJoinTask<Integer>> joiners = new ArrayList<>();
                        for (int i = 0; i < 40; i++) {
                            ForkJoinPool here = pools[i % 2];
                            ForkJoinPool there = pools[1 - i % 2];
                            joiners.add(
                                    here.submit(
                                            () -> {
                                                Fib own = new Fib(8);
                                                own.fork();
                                                Fib foreign = new Fib(10);
                                                there.submit(foreign);
                                                return foreign.join() + own.join();
                                            }));
                        }
                        for (ForkJoinTask<Integer> joiner : joiners) {
                            assertEquals(55 + 21, joiner.join());
                        }
                    });
        }
    }

    @OnEveryScheduling
    void thereAndBackAgainDeeply(Scheduling scheduling) throws Exception {
        withTwo(scheduling, 1, pools -> assertEquals(20, pools[0].invoke(pingPong(pools, 20))));
    }

    private static ForkJoinTask<Integer> pingPong(ForkJoinPool[] pools, int depth) {
        return ForkJoinTask.adapt(
                () -> depth == 0 ? 0 : 1 + pools[depth % 2].invoke(pingPong(pools, depth - 1)));
    }

    @OnEveryScheduling
    void aPoolWhoseOnlyWorkerWaitsForAnotherPoolRunsItsTasks(Scheduling scheduling)
            throws Exception {
        withTwo(
                scheduling,
                1,
                pools -> {
                    CountDownLatch ownRan = new CountDownLatch(1);
                    CountDownLatch foreignStarted = new CountDownLatch(1);
                    ForkJoinTask<?> foreign =
                            ForkJoinTask.adapt(
                                    () -> {
                                        foreignStarted.countDown();
                                        Waiting.await(ownRan);
                                    });
                    PoolShape.runIn(
                            pools[0],
                            () -> {
                                pools[1].execute(foreign);
                                Waiting.await(foreignStarted);
                                ForkJoinTask.adapt(ownRan::countDown).fork();
                                foreign.join(); // ends only if somebody else runs the fork
                            });
                });
    }

    @OnEveryScheduling
    void aWorkerOfTheJdksIsReplacedWhileItWaits(Scheduling scheduling) throws Exception {
        java.util.concurrent.ForkJoinPool jdks = new java.util.concurrent.ForkJoinPool(1);
        try {
            Pools.outside(
                    scheduling,
                    1,
                    pool -> {
                        Callable<Integer> queues = () -> jdks.submit(() -> 1).get();
                        Callable<Integer> waits = () -> pool.submit(queues).join();
                        assertEquals(1, jdks.submit(waits).get(SECONDS, TimeUnit.SECONDS));
                    });
        } finally {
            jdks.shutdownNow();
        }
    }

    @OnEveryScheduling
    void aFailureArrivesFromAnotherPool(Scheduling scheduling) throws Exception {
        withTwo(
                scheduling,
                2,
                pools ->
                        PoolShape.runIn(
                                pools[0],
                                () -> {
                                    Failing foreign = new Failing(new IllegalStateException());
                                    pools[1].submit(foreign);
                                    assertThrows(IllegalStateException.class, foreign::join);
                                }));
    }

    @OnEveryScheduling
    void aForkedTaskIsJoinedByAWorkerOfAnotherPool(Scheduling scheduling) throws Exception {
        withTwo(
                scheduling,
                2,
                pools ->
                        PoolShape.runIn(
                                pools[0],
                                () -> {
                                    Counted forked = new Counted();
                                    ForkJoinTask<?> joiner =
                                            ForkJoinTask.adapt(() -> forked.join());
                                    forked.fork();
                                    pools[1].submit(joiner);
                                    joiner.join();
                                    assertTrue(forked.isCompletedNormally());
                                    assertEquals(1, forked.executions());
                                }));
    }
}
