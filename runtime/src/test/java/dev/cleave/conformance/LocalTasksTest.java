package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Gate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A worker looks at, and takes back, what it has forked. With one worker nobody else can take a
 * task first, so that there what the contract calls typical is certain.
 */
@Conformance
class LocalTasksTest {

    /** Makes the protected queries callable, as a library of tasks would for its own use. */
    private static final class Queries extends RecursiveAction {
        @Override
        protected void compute() {}

        static ForkJoinTask<?> peekLocal() {
            return peekNextLocalTask();
        }

        static ForkJoinTask<?> pollLocal() {
            return pollNextLocalTask();
        }

        static ForkJoinTask<?> poll() {
            return pollTask();
        }

        static ForkJoinTask<?> pollSubmitted() {
            return pollSubmission();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void unforkingTheLatestForkTakesItBack(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted first = new Counted();
                    Counted second = new Counted();
                    first.fork();
                    second.fork();
                    assertTrue(second.tryUnfork());
                    assertEquals(1, ForkJoinTask.getQueuedTaskCount());
                    assertTrue(first.tryUnfork());
                    assertEquals(0, ForkJoinTask.getQueuedTaskCount());
                    ForkJoinTask.helpQuiesce();
                    assertEquals(0, first.executions());
                    assertEquals(0, second.executions());

                    second.invoke();
                    assertEquals(1, second.executions());
                    first.fork();
                    first.join();
                    assertEquals(1, first.executions());
                });
    }

    @OnEveryPool
    void aTaskRunsOnceWhetherItWasUnforkedOrNot(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (int i = 0; i < 1_000; i++) {
                        Counted task = new Counted();
                        task.fork();
                        if (task.tryUnfork()) task.invoke();
                        else task.join();
                        assertEquals(1, task.executions());
                    }
                });
    }

    @OnEveryPool
    void whatIsNotQueuedCannotBeUnforked(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted unforked = new Counted();
                    assertFalse(unforked.tryUnfork());
                    Counted done = new Counted();
                    done.fork();
                    done.join();
                    assertFalse(done.tryUnfork());
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void peekingShowsTheTaskThatPollingTakes(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    assertNull(Queries.peekLocal());
                    assertNull(Queries.pollLocal());
                    Counted[] tasks = {new Counted(), new Counted(), new Counted()};
                    for (Counted task : tasks) task.fork();
                    for (int left = tasks.length; left > 0; left--) {
                        Counted next = shape.async ? tasks[tasks.length - left] : tasks[left - 1];
                        assertSame(next, Queries.peekLocal());
                        assertEquals(left, ForkJoinTask.getQueuedTaskCount());
                        assertSame(next, Queries.pollLocal());
                        assertEquals(left - 1, ForkJoinTask.getQueuedTaskCount());
                    }
                    assertNull(Queries.peekLocal());
                    assertNull(Queries.pollLocal());
                    for (Counted task : tasks) {
                        assertFalse(task.isDone());
                        assertEquals(0, task.executions());
                    }
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void pollTaskTakesLocalTasksFirst(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted first = new Counted();
                    Counted second = new Counted();
                    first.fork();
                    second.fork();
                    assertSame(shape.async ? first : second, Queries.poll());
                    assertSame(shape.async ? second : first, Queries.poll());
                    assertNull(Queries.poll());
                    assertEquals(0, first.executions() + second.executions());
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"TWO_WORKERS", "FOUR_WORKERS", "FOUR_WORKERS_ASYNC"})
    void pollTaskTakesWhatAnotherWorkerForked(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    // All workers but two wait at a gate, so that only the poll can take the task.
                    var idle = Gate.occupy(pool, shape.workers - 2);
                    Counted forked = new Counted();
                    Gate poller = new Gate();
                    ForkJoinTask<ForkJoinTask<?>> polled =
                            pool.submit(
                                    () -> {
                                        poller.compute();
                                        ForkJoinTask<?>[] found = new ForkJoinTask<?>[1];
                                        Waiting.until(
                                                () -> (found[0] = Queries.poll()) != null,
                                                "another worker's task is polled");
                                        return found[0];
                                    });
                    poller.awaitStart();
                    CountDownLatch hasForked = new CountDownLatch(1);
                    pool.execute(
                            () -> {
                                forked.fork();
                                hasForked.countDown();
                                // A worker that never calls us may keep what it has forked.
                                while (!polled.isDone()) {
                                    Counted passing = new Counted();
                                    passing.fork();
                                    if (!passing.tryUnfork()) passing.join();
                                }
                            });
                    Waiting.await(hasForked);
                    poller.open();
                    assertSame(forked, polled.join());
                    assertFalse(forked.isDone());
                    assertEquals(0, forked.executions());
                    idle.forEach(Gate::open);
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void pollSubmissionTakesWhatCameFromOutside(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Counted submitted = new Counted();
                    Gate gate = new Gate();
                    ForkJoinTask<?> poller =
                            pool.submit(
                                    () -> {
                                        gate.compute();
                                        assertNull(Queries.peekLocal());
                                        assertSame(submitted, Queries.pollSubmitted());
                                        assertNull(Queries.pollSubmitted());
                                    });
                    gate.awaitStart();
                    pool.execute(submitted);
                    gate.open();
                    poller.join();
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertFalse(submitted.isDone());
                    assertEquals(0, submitted.executions());
                });
    }

    @Test
    void outsideEveryPoolThereIsNothingToTake() throws Exception {
        Background.run(
                        () -> {
                            assertNull(Queries.peekLocal());
                            assertNull(Queries.pollLocal());
                            assertNull(Queries.pollSubmitted());
                            assertFalse(new Counted().tryUnfork());
                        })
                .await();
    }

    /** Lets others take back what its one worker, which stands at a gate, has not begun. */
    private static final class Withdrawing extends ForkJoinPool {
        Withdrawing() {
            super(1);
        }

        ForkJoinTask<?> withdraw() {
            return pollSubmission();
        }

        int withdrawAll(Collection<ForkJoinTask<?>> tasks) {
            return drainTasksTo(tasks);
        }
    }

    @Test
    void aPoolHandsOutItsSubmissions() throws Exception {
        Withdrawing pool = new Withdrawing();
        PoolShape.using(
                pool,
                ignored -> {
                    Gate gate = Gate.occupy(pool, 1).get(0);
                    assertNull(pool.withdraw());
                    Counted task = new Counted();
                    pool.execute(task);
                    assertSame(task, pool.withdraw());
                    assertNull(pool.withdraw());
                    gate.open();
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertFalse(task.isDone());
                });
    }

    @Test
    void aWorkerDrainsItsPoolOfItsOwnForksToo() throws Exception {
        Withdrawing pool = new Withdrawing();
        PoolShape.using(
                pool,
                ignored ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    List<ForkJoinTask<?>> tasks = new ArrayList<>();
                                    for (int i = 0; i < 5; i++) tasks.add(new Counted().fork());
                                    tasks.add(pool.externalSubmit(new Counted()));
                                    List<ForkJoinTask<?>> drained = new ArrayList<>();
                                    assertEquals(6, pool.withdrawAll(drained));
                                    assertEquals(new HashSet<>(tasks), new HashSet<>(drained));
                                    assertEquals(0, pool.getQueuedTaskCount());
                                    for (ForkJoinTask<?> task : tasks) assertFalse(task.isDone());
                                }));
    }

    @Test
    void aPoolIsDrainedOfAllItsTasks() throws Exception {
        Withdrawing pool = new Withdrawing();
        PoolShape.using(
                pool,
                ignored -> {
                    Gate gate = Gate.occupy(pool, 1).get(0);
                    Set<ForkJoinTask<?>> expected = new HashSet<>();
                    for (int i = 0; i < 10; i++) {
                        Counted task = new Counted();
                        pool.execute(task);
                        expected.add(task);
                    }
                    List<ForkJoinTask<?>> drained = new ArrayList<>();
                    assertEquals(10, pool.withdrawAll(drained));
                    assertEquals(expected, new HashSet<>(drained));
                    assertEquals(10, drained.size());
                    assertEquals(0, pool.withdrawAll(drained));
                    assertFalse(pool.hasQueuedSubmissions());
                    gate.open();
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    for (ForkJoinTask<?> task : drained) assertFalse(task.isDone());
                });
    }
}
