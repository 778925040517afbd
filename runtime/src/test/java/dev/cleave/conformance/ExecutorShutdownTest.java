package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Tasks.Counted;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of those who wait for a pool, or are its workers, when it is shut down. */
@Conformance
class ExecutorShutdownTest {
    private static final long LIMIT = Waiting.LIMIT_SECONDS;

    /** Neither ends by itself nor by anything but an interrupt. */
    private static Callable<Integer> endless(CountDownLatch started) {
        return () -> {
            started.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError("opened");
        };
    }

    private static List<Callable<Integer>> endless(int size, CountDownLatch started) {
        return Stream.generate(() -> endless(started)).limit(size).toList();
    }

    /** Two more than there are workers, so that some are queued when all workers have begun one. */
    private static List<Callable<Integer>> endless(PoolShape shape, CountDownLatch started) {
        return endless(shape.workers + 2, started);
    }

    /** Stops the pool when the call has submitted {@link #endless} tasks; what it returned. */
    private static <V> V stopDuring(Callable<V> call, ForkJoinPool pool, CountDownLatch started)
            throws Exception {
        Background<V> caller = Background.call(call);
        Waiting.await(started);
        Waiting.until(() -> pool.getQueuedSubmissionCount() == 2, "all are submitted");
        pool.shutdownNow();
        return caller.await();
    }

    @OnEveryPool
    void shutdownNowEndsInvokeAny(PoolShape shape) throws Exception {
        for (boolean timed : new boolean[] {false, true}) {
            ForkJoinPool pool = shape.create();
            CountDownLatch started = new CountDownLatch(shape.workers);
            List<Callable<Integer>> tasks = endless(shape, started);
            Executable call =
                    timed
                            ? () -> pool.invokeAny(tasks, LIMIT, TimeUnit.SECONDS)
                            : () -> pool.invokeAny(tasks);
            stopDuring(() -> assertThrows(ExecutionException.class, call), pool, started);
            assertTrue(pool.awaitTermination(LIMIT, TimeUnit.SECONDS));
        }
    }

    @OnEveryPool
    void shutdownNowEndsInvokeAnyOfTasksThatNeverBegan(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Tasks.Gate> gates = Tasks.Gate.occupyStubbornly(pool, shape.workers);
        CountDownLatch started = new CountDownLatch(1);
        Background<ExecutionException> caller =
                Background.call(
                        () ->
                                assertThrows(
                                        ExecutionException.class,
                                        () -> pool.invokeAny(endless(3, started))));
        Waiting.until(() -> pool.getQueuedSubmissionCount() == 3, "all are submitted");
        pool.shutdownNow();
        assertInstanceOf(CancellationException.class, caller.await().getCause());
        assertEquals(1, started.getCount());
        gates.forEach(Tasks.Gate::open);
        assertTrue(pool.awaitTermination(LIMIT, TimeUnit.SECONDS));
    }

    @OnEveryPool
    void shutdownNowEndsInvokeAll(PoolShape shape) throws Exception {
        for (boolean timed : new boolean[] {false, true}) {
            ForkJoinPool pool = shape.create();
            CountDownLatch started = new CountDownLatch(shape.workers);
            List<Callable<Integer>> tasks = endless(shape, started);
            List<Future<Integer>> futures =
                    stopDuring(
                            () ->
                                    timed
                                            ? pool.invokeAll(tasks, LIMIT, TimeUnit.SECONDS)
                                            : pool.invokeAll(tasks),
                            pool,
                            started);
            assertEquals(tasks.size(), futures.size());
            for (Future<Integer> future : futures) {
                assertTrue(future.isDone());
                Exception thrown = assertThrows(Exception.class, future::get);
                assertTrue(
                        thrown instanceof ExecutionException
                                || thrown instanceof CancellationException,
                        thrown::toString);
            }
            assertTrue(pool.awaitTermination(LIMIT, TimeUnit.SECONDS));
        }
    }

    @OnEveryPool
    void invokeAnyTellsACancellationThatATaskThrows(PoolShape shape) throws Exception {
        CancellationException mine = new CancellationException("the task's own");
        Callable<Integer> cancelled =
                () -> {
                    throw mine;
                };
        shape.outside(
                pool -> {
                    List<Callable<Integer>> tasks = List.of(cancelled, cancelled);
                    Executable untimed = () -> pool.invokeAny(tasks);
                    Executable timed = () -> pool.invokeAny(tasks, LIMIT, TimeUnit.SECONDS);
                    for (Executable call : List.of(untimed, timed)) {
                        Throwable cause = assertThrows(ExecutionException.class, call).getCause();
                        assertInstanceOf(CancellationException.class, cause);
                        assertEquals("the task's own", cause.getMessage());
                    }
                });
    }

    /** The ways in which a task of the pool gives it another. */
    enum Submission {
        EXECUTE_TASK,
        EXECUTE_RUNNABLE,
        SUBMIT_TASK,
        SUBMIT_CALLABLE,
        SUBMIT_RUNNABLE,
        LAZY_SUBMIT,
        INVOKE,
        INVOKE_ALL,
        INVOKE_ANY,
        COMPLETABLE_FUTURE;

        void submit(ForkJoinPool pool, Counted task) throws Exception {
            Runnable run = task::invoke;
            Callable<Object> call = () -> task.invoke();
            switch (this) {
                case EXECUTE_TASK -> pool.execute(task);
                case EXECUTE_RUNNABLE -> pool.execute(run);
                case SUBMIT_TASK -> pool.submit(task);
                case SUBMIT_CALLABLE -> pool.submit(call);
                case SUBMIT_RUNNABLE -> pool.submit(run);
                case LAZY_SUBMIT -> pool.lazySubmit(task);
                case INVOKE -> pool.invoke(task);
                case INVOKE_ALL -> pool.invokeAll(List.of(call));
                case INVOKE_ANY -> pool.invokeAny(List.of(call));
                case COMPLETABLE_FUTURE -> CompletableFuture.runAsync(run, pool);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(Submission.class)
    void afterShutdownAWorkersSubmissionsStillRun(Submission way) throws Exception {
        for (PoolShape shape : List.of(PoolShape.ONE_WORKER, PoolShape.FOUR_WORKERS_ASYNC)) {
            ForkJoinPool pool = shape.create();
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch shutDown = new CountDownLatch(1);
            Counted late = new Counted();
            ForkJoinTask<Object> submitter =
                    pool.submit(
                            () -> {
                                started.countDown();
                                Waiting.await(shutDown);
                                way.submit(pool, late);
                                return null;
                            });
            Waiting.await(started);
            pool.shutdown();
            shutDown.countDown();
            submitter.join();
            assertTrue(pool.awaitTermination(LIMIT, TimeUnit.SECONDS));
            assertEquals(1, late.executions());
        }
    }

    @OnEveryPool
    void afterShutdownNowAWorkersSubmissionIsRejected(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        Counted late = new Counted();
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        pool.execute(
                () -> {
                    pool.shutdownNow();
                    try {
                        outcome.complete(pool.submit(late));
                    } catch (RejectedExecutionException rejected) {
                        outcome.complete(rejected);
                    }
                });
        assertInstanceOf(RejectedExecutionException.class, outcome.get(LIMIT, TimeUnit.SECONDS));
        assertTrue(pool.awaitTermination(LIMIT, TimeUnit.SECONDS));
        assertEquals(0, late.executions());
    }

    /** It has lost the interrupt that was to end it, and may wait for ever. JDK 17 runs it. */
    @OnEveryPool
    void aTaskThatBeginsAfterShutdownNowIsCancelled(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        AtomicBoolean ran = new AtomicBoolean();
        CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
        pool.execute(
                () -> {
                    pool.shutdownNow();
                    ForkJoinTask<?> late = ForkJoinTask.adaptInterruptible(() -> ran.set(true));
                    late.quietlyInvoke();
                    cancelled.complete(late.isCancelled());
                });
        assertTrue(cancelled.get(LIMIT, TimeUnit.SECONDS));
        assertFalse(ran.get());
        assertTrue(pool.awaitTermination(LIMIT, TimeUnit.SECONDS));
    }

    @OnEveryPool
    void whoeverIsInterruptedLearnsOfATerminationThatHasBeen(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        pool.shutdown();
        assertTrue(pool.awaitTermination(LIMIT, TimeUnit.SECONDS));
        AtomicBoolean kept = new AtomicBoolean();
        Background<Boolean> caller =
                Background.call(
                        () -> {
                            Thread.currentThread().interrupt();
                            boolean terminated = pool.awaitTermination(LIMIT, TimeUnit.SECONDS);
                            kept.set(Thread.interrupted());
                            return terminated;
                        });
        assertTrue(caller.await());
        assertTrue(kept.get(), "the interrupt is still there");
    }
}
