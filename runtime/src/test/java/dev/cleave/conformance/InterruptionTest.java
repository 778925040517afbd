package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Tasks.Incomplete;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An interrupt ends {@code get} and nothing else, and does not get lost. */
@Conformance
class InterruptionTest {

    /** What a thread that was interrupted while it waited has to tell afterwards. */
    private static final class Outcome {
        private final String value;
        private final boolean interrupted;

        Outcome(String value) {
            this.value = value;
            this.interrupted = Thread.interrupted();
        }
    }

    private static void assertWaitsOn(Callable<String> waiting, Incomplete<String> task)
            throws Exception {
        Background<Outcome> waiter = Background.call(() -> new Outcome(waiting.call()));
        Waiting.untilBlocked(waiter.thread());
        waiter.thread().interrupt();
        assertFalse(waiter.isDone());
        task.complete("value");
        Outcome outcome = waiter.await();
        assertEquals("value", outcome.value);
        assertTrue(outcome.interrupted, "the interrupt is still to be seen");
    }

    @Test
    void joinGoesOnWaiting() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        assertWaitsOn(task::join, task);
    }

    @Test
    void quietlyJoinGoesOnWaiting() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        assertWaitsOn(
                () -> {
                    task.quietlyJoin();
                    return task.getRawResult();
                },
                task);
    }

    @Test
    void invokeGoesOnWaiting() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        assertWaitsOn(task::invoke, task);
    }

    @OnEveryPool
    void invokeOnAPoolGoesOnWaiting(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Incomplete<String> task = new Incomplete<>();
                    assertWaitsOn(() -> pool.invoke(task), task);
                });
    }

    @Test
    void joinByAnInterruptedThreadWaits() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        Background<Outcome> joiner =
                Background.call(
                        () -> {
                            Thread.currentThread().interrupt();
                            return new Outcome(task.join());
                        });
        task.complete("value");
        Outcome outcome = joiner.await();
        assertEquals("value", outcome.value);
        assertTrue(outcome.interrupted);
    }

    private static void assertInterruptedIn(Callable<String> waiting) throws Exception {
        Background<Boolean> waiter =
                Background.call(
                        () -> {
                            assertThrows(InterruptedException.class, waiting::call);
                            return Thread.interrupted();
                        });
        Waiting.untilBlocked(waiter.thread());
        waiter.thread().interrupt();
        assertFalse(waiter.await(), "the exception stands for the interrupt");
    }

    @Test
    void getEndsWithInterruptedException() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        assertInterruptedIn(task::get);
        TaskCompletionTest.assertNotDone(task);
        assertInterruptedIn(() -> task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        TaskCompletionTest.assertNotDone(task);
    }

    @Test
    void getEndsThoughOthersWaitForTheSameTask() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        List<Background<String>> others = new ArrayList<>();
        others.add(Background.call(task::get));
        others.add(Background.call(task::join));
        for (Background<String> other : others) Waiting.untilBlocked(other.thread());
        assertInterruptedIn(task::get);
        assertThrows(TimeoutException.class, () -> task.get(1, TimeUnit.MILLISECONDS));
        task.complete("value");
        for (Background<String> other : others) assertEquals("value", other.await());
    }

    @Test
    void getByAnInterruptedThreadEndsWithInterruptedException() {
        Incomplete<String> task = new Incomplete<>();
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, task::get);
        assertFalse(Thread.interrupted());

        Thread.currentThread().interrupt();
        assertThrows(
                InterruptedException.class,
                () -> task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        assertFalse(Thread.interrupted());
        TaskCompletionTest.assertNotDone(task);
    }

    @OnEveryPool
    void aWorkerThatIsInterruptedForksAndJoins(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Thread.currentThread().interrupt();
                    Fib forked = new Fib(12);
                    forked.fork();
                    assertEquals(144, forked.join());
                    Thread.currentThread().interrupt();
                    assertEquals(144, new Fib(12).invoke());
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void getByAnInterruptedWorkerDoesNotRunTheTask(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted task = new Counted();
                    task.fork();
                    Thread.currentThread().interrupt();
                    assertThrows(InterruptedException.class, task::get);
                    Thread.currentThread().interrupt();
                    assertThrows(
                            InterruptedException.class,
                            () -> task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertFalse(Thread.interrupted());
                    assertEquals(0, task.executions());
                    task.join();
                    assertEquals(1, task.executions());
                });
    }

    @OnEveryPool
    void theResultOfACompleteTaskIsHadInSpiteOfAnInterrupt(PoolShape shape) throws Exception {
        Fib task = new Fib(10);
        shape.inside(
                () -> {
                    task.fork();
                    task.join();
                    Thread.currentThread().interrupt();
                    assertEquals(55, task.join());
                    task.quietlyJoin();
                    assertTrue(Thread.interrupted());
                });
        Thread.currentThread().interrupt();
        assertEquals(55, task.join());
        task.quietlyJoin();
        assertTrue(Thread.interrupted());
    }

    @OnEveryPool
    void aWorkerInterruptedWhileItJoinsGoesOnWaiting(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Incomplete<String> task = new Incomplete<>();
                    Thread[] worker = new Thread[1];
                    Gate gate = new Gate();
                    var joiner =
                            pool.submit(
                                    () -> {
                                        worker[0] = Thread.currentThread();
                                        gate.compute();
                                        return task.join();
                                    });
                    gate.awaitStart();
                    gate.open();
                    worker[0].interrupt();
                    task.complete("value");
                    assertEquals("value", joiner.join());
                });
    }

    @OnEveryPool
    void aWorkerThatIsInterruptedKeepsItsInterruptThroughWhatItSubmits(PoolShape shape)
            throws Exception {
        shape.outside(
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    Thread.currentThread().interrupt();
                                    assertEquals(1, pool.submit(() -> 1).join());
                                    assertTrue(Thread.currentThread().isInterrupted());
                                    assertEquals(2, pool.submit(() -> {}, 2).join());
                                    assertTrue(Thread.currentThread().isInterrupted());
                                    pool.submit(() -> {}).join();
                                    assertTrue(Thread.interrupted());
                                }));
    }

    @OnEveryPool
    void anInterruptedCallerInvokesAndGetsItsInterruptBack(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Thread.currentThread().interrupt();
                    assertEquals(55, pool.invoke(new Fib(10)));
                    assertTrue(Thread.interrupted());
                });
    }

    @OnEveryPool
    void aPoolSurvivesTasksThatInterruptTheirWorker(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 100; i++) {
                        pool.execute(() -> Thread.currentThread().interrupt());
                    }
                    assertEquals(144, pool.invoke(new Fib(12)));
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                });
    }
}
