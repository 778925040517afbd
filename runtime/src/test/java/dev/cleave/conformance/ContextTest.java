package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.RecursiveTask;
import dev.cleave.conformance.Tasks.Fib;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a task runs: in which pool, in what kind of thread, and in which pool its forks. */
@Conformance
class ContextTest {

    /** Tells the pool it ran in; a tree of them tells whether forks stay. */
    private static final class WhichPool extends RecursiveTask<List<ForkJoinPool>> {
        private final int depth;

        WhichPool(int depth) {
            this.depth = depth;
        }

        @Override
        protected List<ForkJoinPool> compute() {
            List<ForkJoinPool> pools = new ArrayList<>();
            assertEquals(inForkJoinPool(), getPool() != null);
            pools.add(getPool());
            if (depth > 0) {
                WhichPool left = new WhichPool(depth - 1);
                WhichPool right = new WhichPool(depth - 1);
                invokeAll(left, right);
                pools.addAll(left.join());
                pools.addAll(right.join());
            }
            return pools;
        }
    }

    private static void assertAll(ForkJoinPool expected, List<ForkJoinPool> pools) {
        for (ForkJoinPool pool : pools) assertSame(expected, pool);
    }

    @Test
    void outsideEveryPoolThereIsNone() {
        assertFalse(ForkJoinTask.inForkJoinPool());
        assertNull(ForkJoinTask.getPool());
        assertNull(new WhichPool(0).invoke().get(0));
    }

    @OnEveryPool
    void aSubmittedTaskAndItsForksRunInThePool(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    assertAll(pool, pool.invoke(new WhichPool(5)));
                    assertAll(pool, pool.submit(new WhichPool(5)).join());
                    assertSame(pool, pool.submit(() -> ForkJoinTask.getPool()).join());
                    assertTrue(pool.submit(() -> ForkJoinTask.inForkJoinPool()).join());
                });
    }

    @Test
    void aTaskForkedOutsideRunsInTheCommonPool() {
        WhichPool task = new WhichPool(0);
        task.fork();
        // A join might run the task in this very thread.
        Waiting.until(task::isDone, "the common pool runs the task");
        assertAll(ForkJoinPool.commonPool(), task.join());
    }

    @OnEveryPool
    void workersAreDaemonsThatKnowTheirPool(PoolShape shape) throws Exception {
        shape.outside(
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    ForkJoinWorkerThread worker =
                                            assertInstanceOf(
                                                    ForkJoinWorkerThread.class,
                                                    Thread.currentThread());
                                    assertSame(pool, worker.getPool());
                                    assertTrue(worker.isDaemon());
                                    assertTrue(worker.getPoolIndex() >= 0);
                                }));
    }

    @OnEveryPool
    void workersInheritWhatTheThreadThatNeedsThemHas(PoolShape shape) throws Exception {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("inherited");
        for (ForkJoinWorkerThreadFactory factory :
                List.<ForkJoinWorkerThreadFactory>of(
                        ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                        pool -> new ForkJoinWorkerThread(pool) {})) {
            PoolShape.using(
                    new ForkJoinPool(shape.workers, factory, null, shape.async),
                    pool -> PoolShape.runIn(pool, () -> assertEquals("inherited", local.get())));
        }
    }

    @OnEveryPool
    void aTaskSubmittedToAnotherPoolRunsThere(PoolShape shape) throws Exception {
        shape.outside(
                here ->
                        shape.outside(
                                there ->
                                        PoolShape.runIn(
                                                here,
                                                () -> {
                                                    assertNotSame(here, there);
                                                    assertAll(
                                                            there, there.invoke(new WhichPool(4)));
                                                    assertAll(
                                                            there,
                                                            there.submit(new WhichPool(4)).join());
                                                    assertAll(
                                                            there,
                                                            there.submit(new WhichPool(4)).get());
                                                    assertAll(here, new WhichPool(4).fork().join());
                                                    assertEquals(55, there.invoke(new Fib(10)));
                                                })));
    }

    @OnEveryPool
    void poolsCallEachOtherBack(PoolShape shape) throws Exception {
        shape.outside(
                here ->
                        shape.outside(
                                there -> {
                                    RecursiveTask<Integer> innermost = new Fib(10);
                                    ForkJoinTask<Integer> middle =
                                            ForkJoinTask.adapt(() -> here.submit(innermost).join());
                                    ForkJoinTask<Integer> outermost =
                                            ForkJoinTask.adapt(() -> there.submit(middle).join());
                                    assertEquals(55, here.invoke(outermost));
                                }));
    }

    @OnEveryPool
    void aWorkerJoinsWhatWasForkedInAnotherPool(PoolShape shape) throws Exception {
        shape.outside(
                here ->
                        shape.outside(
                                there -> {
                                    Fib foreign = new Fib(15);
                                    there.execute(foreign);
                                    assertEquals(610, here.submit(foreign::join).join());
                                }));
    }
}
