package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.function.Executable;

/** The ways into a pool: execute, submit, invoke; from outside and from its own workers. */
@Conformance
class SubmissionTest {

    private static void check(ForkJoinPool pool) throws Exception {
        Counted executed = new Counted();
        pool.execute(executed);
        executed.join();
        assertEquals(1, executed.executions());

        CountDownLatch ran = new CountDownLatch(1);
        pool.execute((Runnable) ran::countDown);
        Waiting.await(ran);

        Fib fib = new Fib(10);
        assertSame(fib, pool.submit(fib));
        assertEquals(55, fib.join());

        AtomicInteger runs = new AtomicInteger();
        ForkJoinTask<?> runnable = pool.submit((Runnable) runs::incrementAndGet);
        assertNull(runnable.join());
        assertNull(runnable.get());
        assertEquals(1, runs.get());

        ForkJoinTask<String> withResult = pool.submit(runs::incrementAndGet, "result");
        assertEquals("result", withResult.join());
        assertEquals("result", withResult.get());
        assertEquals(2, runs.get());

        ForkJoinTask<String> callable = pool.submit(() -> "called");
        assertEquals("called", callable.join());
        assertEquals("called", callable.get());

        assertEquals(55, pool.invoke(new Fib(10)));
        assertNull(pool.invoke(new Counted()));
    }

    @OnEveryPool
    void fromOutside(PoolShape shape) throws Exception {
        shape.outside(SubmissionTest::check);
    }

    @OnEveryPool
    void fromAWorkerOfThePool(PoolShape shape) throws Exception {
        shape.outside(
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    Fib fib = new Fib(10);
                                    assertSame(fib, pool.submit(fib));
                                    assertEquals(55, fib.join());
                                    assertEquals("called", pool.submit(() -> "called").join());
                                    assertEquals("r", pool.submit(() -> {}, "r").join());
                                    assertEquals(55, pool.invoke(new Fib(10)));
                                    Counted executed = new Counted();
                                    pool.execute(executed);
                                    executed.join();
                                    assertEquals(1, executed.executions());
                                }));
    }

    @OnEveryPool
    void fromAWorkerOfAnotherPool(PoolShape shape) throws Exception {
        shape.outside(pool -> shape.inside(() -> check(pool)));
    }

    @OnEveryPool
    void aSubmittedForkJoinTaskIsNotWrapped(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    // Typed as what they also are, to pick the overloads for any runnable.
                    abstract class RunnableTask extends RecursiveAction implements Runnable {
                        @Override
                        public void run() {
                            throw new AssertionError("a task is executed as a task");
                        }
                    }
                    AtomicInteger runs = new AtomicInteger();
                    RunnableTask executed =
                            new RunnableTask() {
                                @Override
                                protected void compute() {
                                    runs.incrementAndGet();
                                }
                            };
                    pool.execute((Runnable) executed);
                    executed.join();
                    assertEquals(1, runs.get());
                    assertSame(executed, pool.submit((Runnable) executed));
                });
    }

    @OnEveryPool
    void failuresArriveByTheFuture(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Runnable runnable =
                            () -> {
                                throw new Failure();
                            };
                    Callable<String> callable =
                            () -> {
                                throw new IOException("checked");
                            };
                    assertThrows(Failure.class, () -> pool.submit(runnable).join());
                    assertThrows(Failure.class, () -> pool.submit(runnable, "unused").join());
                    ExecutionException wrapped =
                            assertThrows(
                                    ExecutionException.class, () -> pool.submit(callable).get());
                    assertEquals("checked", TaskExceptionTest.rootCause(wrapped).getMessage());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    /** As other languages' compilers let it, and lambdas of generic methods. */
    @OnEveryPool
    void whatARunnableThrowsArrivesAsItIsThoughChecked(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Runnable runnable =
                            () -> {
                                throw SubmissionTest.<RuntimeException>unchecked(
                                        new IOException("checked"));
                            };
                    ForkJoinTask<?> scheduled =
                            (ForkJoinTask<?>) pool.schedule(runnable, 0, TimeUnit.SECONDS);
                    for (ForkJoinTask<?> task : List.of(pool.submit(runnable), scheduled)) {
                        assertInstanceOf(
                                IOException.class,
                                assertThrows(ExecutionException.class, task::get).getCause());
                    }
                });
    }

    @OnEveryPool
    void nullsAreRefused(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (Executable submission : withNull(pool)) {
                        assertThrows(NullPointerException.class, submission);
                    }
                });
    }

    private static List<Executable> withNull(ForkJoinPool pool) {
        return List.of(
                () -> pool.execute((ForkJoinTask<?>) null),
                () -> pool.execute((Runnable) null),
                () -> pool.submit((ForkJoinTask<?>) null),
                () -> pool.submit((Callable<?>) null),
                () -> pool.submit((Runnable) null),
                () -> pool.submit(null, "unused"),
                () -> pool.invoke(null));
    }

    @OnEveryPool
    void aPoolThatIsShutDownRejectsEverySubmission(PoolShape shape) throws Exception {
        ForkJoinPool shutDown = shape.create();
        shutDown.shutdown();
        assertRejects(shutDown);
        assertTrue(shutDown.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        assertRejects(shutDown);

        ForkJoinPool stopped = shape.create();
        stopped.shutdownNow();
        assertRejects(stopped);
        assertTrue(stopped.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        assertRejects(stopped);

        ForkJoinPool used = shape.create();
        used.invoke(new Fib(5));
        used.shutdown();
        assertRejects(used);
        assertTrue(used.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    private static void assertRejects(ForkJoinPool pool) {
        Counted task = new Counted();
        List<Executable> submissions =
                List.of(
                        () -> pool.execute(task),
                        () -> pool.execute((Runnable) task::compute),
                        () -> pool.submit(task),
                        () -> pool.submit((Callable<?>) () -> "unused"),
                        () -> pool.submit((Runnable) task::compute),
                        () -> pool.submit(task::compute, "unused"),
                        () -> pool.invoke(task),
                        () -> pool.invokeAll(List.of(() -> "unused")),
                        () -> pool.invokeAny(List.of(() -> "unused")),
                        () -> pool.invokeAll(Arrays.asList(() -> "unused", null)),
                        () -> pool.invokeAny(Arrays.asList(() -> "unused", null)));
        for (Executable submission : submissions) {
            assertThrows(RejectedExecutionException.class, submission);
        }
        assertEquals(0, task.executions());
        for (Executable submission : withNull(pool)) {
            assertThrows(NullPointerException.class, submission, "null comes first");
        }
    }

    @OnEveryPool
    void aPoolServesACompletionService(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    var service = new ExecutorCompletionService<Integer>(pool);
                    Set<Integer> expected = new HashSet<>();
                    for (int i = 0; i < 50; i++) {
                        int number = i;
                        expected.add(number);
                        service.submit(() -> number);
                    }
                    Set<Integer> completed = new HashSet<>();
                    for (int i = 0; i < 50; i++) {
                        Future<Integer> next =
                                service.poll(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                        completed.add(next.get());
                    }
                    assertEquals(expected, completed);
                });
    }

    @OnEveryPool
    void aTaskOfACompletionServiceIsInterruptedByItsCancellation(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    var service = new ExecutorCompletionService<Boolean>(pool);
                    CountDownLatch started = new CountDownLatch(1);
                    CountDownLatch never = new CountDownLatch(1);
                    Future<Boolean> task =
                            service.submit(
                                    () -> {
                                        started.countDown();
                                        never.await();
                                        return true;
                                    });
                    Waiting.await(started);
                    assertTrue(task.cancel(true));
                    assertSame(task, service.poll(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                });
    }

    @OnEveryPool
    void severalThreadsInvokeAtOnce(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Background<Integer>> callers = new ArrayList<>();
                    for (int i = 0; i < 8; i++) {
                        callers.add(Background.call(() -> pool.invoke(new Fib(14))));
                    }
                    for (Background<Integer> caller : callers) assertEquals(377, caller.await());
                });
    }
}
