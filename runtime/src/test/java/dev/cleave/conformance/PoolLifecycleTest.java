package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Tasks.Incomplete;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** From running over shut down to terminated, in order or at once. */
@Conformance
class PoolLifecycleTest {

    private static void awaitTermination(ForkJoinPool pool) throws InterruptedException {
        assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        assertTrue(pool.isTerminated());
        assertTrue(pool.isShutdown());
        assertFalse(pool.isTerminating());
    }

    @OnEveryPool
    void aRunningPoolIsNeitherShutDownNorTerminated(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    assertFalse(pool.isShutdown());
                    assertFalse(pool.isTerminating());
                    assertFalse(pool.isTerminated());
                    assertFalse(pool.awaitTermination(1, TimeUnit.MILLISECONDS));
                    pool.invoke(new Fib(5));
                    assertFalse(pool.isShutdown());
                    assertFalse(pool.isTerminated());
                });
    }

    @OnEveryPool
    void anUnusedPoolTerminates(PoolShape shape) throws Exception {
        ForkJoinPool shutDown = shape.create();
        shutDown.shutdown();
        assertTrue(shutDown.isShutdown());
        awaitTermination(shutDown);

        ForkJoinPool stopped = shape.create();
        assertEquals(List.of(), stopped.shutdownNow());
        assertTrue(stopped.isShutdown());
        awaitTermination(stopped);
    }

    @OnEveryPool
    void shutdownLetsSubmittedTasksRun(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Gate> gates = Gate.occupy(pool, shape.workers);
        List<Counted> queued = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Counted task = new Counted();
            queued.add(task);
            pool.execute(task);
        }
        Fib fib = new Fib(10);
        pool.execute(fib);
        pool.shutdown();
        assertTrue(pool.isShutdown());
        assertFalse(pool.isTerminated());
        assertFalse(pool.awaitTermination(1, TimeUnit.MILLISECONDS));
        gates.forEach(Gate::open);
        awaitTermination(pool);
        for (Counted task : queued) assertEquals(1, task.executions());
        for (Gate gate : gates) assertFalse(gate.wasInterrupted());
        assertEquals(55, fib.join());
    }

    @OnEveryPool
    void forksOfARunningTaskStillRunAfterShutdown(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch shutDown = new CountDownLatch(1);
        AtomicInteger unjoined = new AtomicInteger();
        ForkJoinTask<Integer> task =
                pool.submit(
                        () -> {
                            started.countDown();
                            Waiting.await(shutDown);
                            for (int i = 0; i < 50; i++) new Counted(unjoined).fork();
                            return new Fib(10).fork().join();
                        });
        Waiting.await(started);
        pool.shutdown();
        shutDown.countDown();
        assertEquals(55, task.join());
        awaitTermination(pool);
        assertEquals(50, unjoined.get());
    }

    @OnEveryPool
    void shutdownTwiceIsShutdown(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        Gate gate = Gate.occupy(pool, 1).get(0);
        pool.shutdown();
        pool.shutdown();
        assertFalse(pool.isTerminated());
        gate.open();
        awaitTermination(pool);
        assertFalse(gate.wasInterrupted());
        pool.shutdown();
        assertEquals(List.of(), pool.shutdownNow());
        assertTrue(pool.isTerminated());
    }

    @OnEveryPool
    void shutdownNowInterruptsWhatRuns(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Gate> gates = Gate.occupy(pool, shape.workers);
        assertEquals(List.of(), pool.shutdownNow());
        assertTrue(pool.isShutdown());
        awaitTermination(pool);
        for (Gate gate : gates) {
            Waiting.untilDead(gate.worker());
            assertTrue(gate.wasInterrupted());
        }
    }

    @OnEveryPool
    void shutdownNowCallsTheCancelThatATaskOverrides(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Gate> gates = Gate.occupyStubbornly(pool, shape.workers);
        AtomicInteger told = new AtomicInteger();
        RecursiveAction queued =
                new RecursiveAction() {
                    @Override
                    protected void compute() {}

                    @Override
                    public boolean cancel(boolean mayInterruptIfRunning) {
                        boolean cancelled = super.cancel(mayInterruptIfRunning);
                        if (cancelled) told.incrementAndGet();
                        throw new Failure();
                    }
                };
        pool.execute(queued);
        Counted behind = new Counted();
        pool.execute(behind);
        pool.shutdownNow();
        assertTrue(queued.isCancelled());
        assertTrue(behind.isCancelled());
        assertEquals(1, told.get());
        gates.forEach(Gate::open);
        awaitTermination(pool);
    }

    @OnEveryPool
    void shutdownNowCancelsWhatIsQueued(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Gate> gates = Gate.occupyStubbornly(pool, shape.workers);
        List<Counted> queued = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Counted task = new Counted();
            queued.add(task);
            pool.execute(task);
        }
        Background<?> joiner =
                Background.run(
                        () -> assertThrows(CancellationException.class, queued.get(10)::join));
        Waiting.untilBlocked(joiner.thread());
        assertEquals(List.of(), pool.shutdownNow());
        joiner.await();
        for (Counted task : queued) {
            assertThrows(CancellationException.class, task::join);
            assertTrue(task.isCancelled());
        }
        assertFalse(pool.isTerminated());
        assertTrue(pool.isTerminating());
        gates.forEach(Gate::open);
        awaitTermination(pool);
        for (Counted task : queued) assertEquals(0, task.executions());
    }

    @OnEveryPool
    void shutdownNowEndsAWorkerThatJoinsWhatNobodyCompletes(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        Incomplete<String> never = new Incomplete<>();
        pool.execute(never);
        never.awaitExecution();
        CountDownLatch joining = new CountDownLatch(1);
        ForkJoinTask<String> joiner =
                pool.submit(
                        () -> {
                            Incomplete<String> child = new Incomplete<>();
                            child.fork();
                            joining.countDown();
                            return child.join();
                        });
        Waiting.await(joining);
        pool.shutdownNow();
        joiner.quietlyJoin();
        assertTrue(joiner.isCompletedAbnormally());
        awaitTermination(pool);
    }

    @OnEveryPool
    void shutdownNowAfterShutdownStopsTheRest(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Gate> gates = Gate.occupyStubbornly(pool, shape.workers);
        Counted queued = new Counted();
        pool.execute(queued);
        pool.shutdown();
        assertFalse(pool.awaitTermination(1, TimeUnit.MILLISECONDS));
        assertFalse(queued.isDone());
        pool.shutdownNow();
        assertThrows(CancellationException.class, queued::join);
        gates.forEach(Gate::open);
        awaitTermination(pool);
        assertEquals(0, queued.executions());
    }

    @OnEveryPool
    void aTaskShutsItsOwnPoolDown(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        pool.submit(pool::shutdown).quietlyJoin();
        awaitTermination(pool);

        ForkJoinPool stopped = shape.create();
        stopped.submit(
                        () -> {
                            stopped.shutdownNow();
                        })
                .quietlyJoin();
        awaitTermination(stopped);
    }

    @OnEveryPool
    void workersEndWithTheirPool(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Gate> gates = Gate.occupy(pool, shape.workers);
        List<Thread> workers = gates.stream().map(Gate::worker).toList();
        gates.forEach(Gate::open);
        pool.shutdown();
        awaitTermination(pool);
        workers.forEach(Waiting::untilDead);
        assertEquals(0, pool.getPoolSize());
    }

    @OnEveryPool
    void everybodyWhoAwaitsTerminationIsReleased(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        Gate gate = Gate.occupy(pool, 1).get(0);
        List<Background<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiters.add(
                    Background.call(
                            () -> pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS)));
        }
        for (Background<Boolean> waiter : waiters) Waiting.untilBlocked(waiter.thread());
        pool.shutdown();
        gate.open();
        for (Background<Boolean> waiter : waiters) assertTrue(waiter.await());
    }

    @OnEveryPool
    void awaitTerminationEndsOnInterrupt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Background<?> waiter =
                            Background.run(
                                    () ->
                                            assertThrows(
                                                    InterruptedException.class,
                                                    () ->
                                                            pool.awaitTermination(
                                                                    Waiting.LIMIT_SECONDS,
                                                                    TimeUnit.SECONDS)));
                    Waiting.untilBlocked(waiter.thread());
                    waiter.thread().interrupt();
                    waiter.await();
                });
    }

    @OnEveryPool
    void aDeepComputationIsStopped(PoolShape shape) throws Exception {
        final class Endless extends RecursiveAction {
            private final CountDownLatch running;

            Endless(CountDownLatch running) {
                this.running = running;
            }

            @Override
            protected void compute() {
                running.countDown();
                invokeAll(new Endless(running), new Fib(3));
            }
        }
        ForkJoinPool pool = shape.create();
        CountDownLatch running = new CountDownLatch(100);
        Endless root = new Endless(running);
        pool.execute(root);
        Waiting.await(running);
        pool.shutdownNow();
        root.quietlyJoin();
        assertTrue(root.isCompletedAbnormally());
        awaitTermination(pool);
    }

    /** JDK 17 fails this now and then: it accepts a task that it neither runs nor cancels. */
    @OnEveryPool
    void everySubmissionDuringShutdownIsRejectedOrDone(PoolShape shape) throws Exception {
        for (int round = 0; round < 20; round++) {
            ForkJoinPool pool = shape.create();
            List<Counted> accepted = new ArrayList<>();
            CountDownLatch submitting = new CountDownLatch(50);
            Background<?> submitter =
                    Background.run(
                            () -> {
                                try {
                                    // Not more than the heap holds while the other stands still.
                                    while (accepted.size() < 100_000) {
                                        Counted task = new Counted();
                                        pool.execute(task);
                                        accepted.add(task);
                                        submitting.countDown();
                                    }
                                } catch (RejectedExecutionException expected) {
                                    // Which is how a submitter learns of the shutdown.
                                }
                            });
            Waiting.await(submitting);
            pool.shutdown();
            submitter.await();
            awaitTermination(pool);
            for (Counted task : accepted) {
                assertTrue(task.isDone());
                assertEquals(task.isCompletedNormally() ? 1 : 0, task.executions());
            }
        }
    }

    @Test
    void theCommonPoolCannotBeShutDown() throws Exception {
        ForkJoinPool common = ForkJoinPool.commonPool();
        common.shutdown();
        assertEquals(List.of(), common.shutdownNow());
        assertFalse(common.isShutdown());
        assertFalse(common.isTerminating());
        assertFalse(common.isTerminated());
        assertEquals(55, common.invoke(new Fib(10)));
        assertFalse(common.awaitTermination(1, TimeUnit.MILLISECONDS));
        assertEquals(55, common.submit(new Fib(10)).join());
    }
}
