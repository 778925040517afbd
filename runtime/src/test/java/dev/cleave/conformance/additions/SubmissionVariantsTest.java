package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** {@code externalSubmit} and {@code lazySubmit}. */
@Conformance
class SubmissionVariantsTest {

    @OnEveryPool
    void externalSubmitFromOutsideIsSubmit(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Fib task = new Fib(10);
                    assertSame(task, pool.externalSubmit(task));
                    assertEquals(55, task.join());
                    assertSame(pool, poolOf(pool));
                });
    }

    private static ForkJoinPool poolOf(ForkJoinPool pool) {
        ForkJoinTask<ForkJoinPool> task = ForkJoinTask.adapt(() -> ForkJoinTask.getPool());
        return pool.externalSubmit(task).join();
    }

    @OnEveryPool
    void externalSubmitByAWorkerGoesToTheSubmissions(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Gate> others = Gate.occupy(pool, shape.workers - 1);
                    List<Counted> submitted = new ArrayList<>();
                    PoolShape.runIn(
                            pool,
                            () -> {
                                for (int count = 1; count <= 3; count++) {
                                    Counted task = new Counted();
                                    submitted.add(task);
                                    assertSame(task, pool.externalSubmit(task));
                                    assertEquals(count, pool.getQueuedSubmissionCount());
                                    assertEquals(0, ForkJoinTask.getQueuedTaskCount());
                                    assertEquals(0, pool.getQueuedTaskCount());
                                }
                                for (Counted task : submitted) assertFalse(task.isDone());
                            });
                    others.forEach(Gate::open);
                    for (Counted task : submitted) {
                        task.join();
                        assertEquals(1, task.executions());
                    }
                });
    }

    @OnEveryPool
    void aWorkerJoinsWhatItSubmittedExternally(PoolShape shape) throws Exception {
        shape.outside(
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> assertEquals(144, pool.externalSubmit(new Fib(12)).join())));
    }

    @OnEveryPool
    void aLazilySubmittedTaskRunsWhenAWorkerIsThere(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Gate gate = Gate.occupy(pool, 1).get(0);
                    Fib lazy = new Fib(10);
                    assertSame(lazy, pool.lazySubmit(lazy));
                    gate.open();
                    assertEquals(144, pool.invoke(new Fib(12)));
                    assertEquals(55, lazy.join());
                });
    }

    /** No worker is there: whoever waits wakes one, and so does the pool's end. */
    @OnEveryPool
    void aLazilySubmittedTaskRunsWhenSomebodyWaits(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Fib joined = new Fib(10);
                    pool.lazySubmit(joined);
                    assertEquals(55, joined.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    Counted unjoined = new Counted();
                    pool.lazySubmit(unjoined);
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(1, unjoined.executions());
                });
        shape.outside(
                pool -> {
                    Counted last = new Counted();
                    pool.lazySubmit(last);
                    pool.shutdown();
                    assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(1, last.executions());
                });
    }

    @OnEveryPool
    void aWorkerSubmitsLazilyToItself(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Counted lazy = new Counted();
                    PoolShape.runIn(
                            pool,
                            () -> {
                                assertSame(lazy, pool.lazySubmit(lazy));
                                lazy.join();
                            });
                    assertEquals(1, lazy.executions());

                    Counted unjoined = new Counted();
                    PoolShape.runIn(
                            pool,
                            () -> {
                                pool.lazySubmit(unjoined);
                                ForkJoinTask.helpQuiesce();
                            });
                    assertEquals(1, unjoined.executions());
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                });
    }

    @OnEveryPool
    void nullAndShutdownAreRefused(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    assertThrows(NullPointerException.class, () -> pool.externalSubmit(null));
                    assertThrows(NullPointerException.class, () -> pool.lazySubmit(null));
                    pool.shutdown();
                    assertThrows(
                            RejectedExecutionException.class,
                            () -> pool.externalSubmit(new Counted()));
                    assertThrows(
                            RejectedExecutionException.class, () -> pool.lazySubmit(new Counted()));
                });
    }
}
