package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveTask;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Incomplete;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Normal completion: what a task says of itself before and after, and every way to its result. */
@Conformance
class TaskCompletionTest {

    static void assertNotDone(ForkJoinTask<?> task) {
        assertFalse(task.isDone());
        assertFalse(task.isCancelled());
        assertFalse(task.isCompletedNormally());
        assertFalse(task.isCompletedAbnormally());
        assertNull(task.getException());
        assertNull(task.getRawResult());
    }

    static void assertCompleted(Object result, ForkJoinTask<?> task) throws Exception {
        assertTrue(task.isDone());
        assertFalse(task.isCancelled());
        assertTrue(task.isCompletedNormally());
        assertFalse(task.isCompletedAbnormally());
        assertNull(task.getException());
        assertEquals(result, task.getRawResult());
        assertEquals(result, task.join());
        assertEquals(result, task.invoke());
        assertEquals(result, task.get());
        assertEquals(result, task.get(0, TimeUnit.SECONDS));
        task.quietlyJoin();
        task.quietlyInvoke();
        assertFalse(task.cancel(false));
        assertFalse(task.cancel(true));
        assertTrue(task.isCompletedNormally());
    }

    @Test
    void aNewTaskIsNotDone() {
        assertNotDone(new Fib(1));
        assertNotDone(new Counted());
        assertNotDone(new Incomplete<String>());
        assertNotDone(ForkJoinTask.adapt(() -> "unused"));
    }

    @OnEveryPool
    void inPoolEveryWayToAResultGivesIt(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Fib invoked = new Fib(10);
                    assertEquals(55, invoked.invoke());
                    assertCompleted(55, invoked);

                    Fib joined = new Fib(10);
                    assertSame(joined, joined.fork());
                    assertEquals(55, joined.join());
                    assertCompleted(55, joined);

                    Fib gotten = new Fib(10);
                    gotten.fork();
                    assertEquals(55, gotten.get());
                    assertCompleted(55, gotten);

                    Fib timed = new Fib(10);
                    timed.fork();
                    assertEquals(55, timed.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertCompleted(55, timed);

                    Fib quietlyInvoked = new Fib(10);
                    quietlyInvoked.quietlyInvoke();
                    assertCompleted(55, quietlyInvoked);

                    Fib quietlyJoined = new Fib(10);
                    quietlyJoined.fork();
                    quietlyJoined.quietlyJoin();
                    assertCompleted(55, quietlyJoined);
                });
    }

    @OnEveryPool
    void fromOutsideEveryWayToAResultGivesIt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Fib invoked = new Fib(10);
                    assertEquals(55, pool.invoke(invoked));
                    assertCompleted(55, invoked);

                    Fib joined = new Fib(10);
                    pool.execute(joined);
                    assertEquals(55, joined.join());
                    assertCompleted(55, joined);

                    Fib gotten = new Fib(10);
                    assertEquals(55, pool.submit(gotten).get());
                    assertCompleted(55, gotten);

                    Fib timed = new Fib(10);
                    pool.execute(timed);
                    assertEquals(55, timed.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertCompleted(55, timed);

                    Fib quietlyJoined = new Fib(10);
                    pool.execute(quietlyJoined);
                    quietlyJoined.quietlyJoin();
                    assertCompleted(55, quietlyJoined);
                });
    }

    @Test
    void withoutAPoolEveryWayToAResultGivesIt() throws Exception {
        Fib invoked = new Fib(10);
        assertEquals(55, invoked.invoke());
        assertCompleted(55, invoked);

        Fib joined = new Fib(10);
        assertSame(joined, joined.fork());
        assertEquals(55, joined.join());
        assertCompleted(55, joined);

        Fib quietlyInvoked = new Fib(10);
        quietlyInvoked.quietlyInvoke();
        assertCompleted(55, quietlyInvoked);
    }

    private static final class CurrentThread extends RecursiveTask<Thread> {
        @Override
        protected Thread compute() {
            return Thread.currentThread();
        }
    }

    @OnEveryPool
    void invokeRunsTheTaskInTheCallingThread(PoolShape shape) throws Exception {
        assertSame(Thread.currentThread(), new CurrentThread().invoke());
        shape.inside(() -> assertSame(Thread.currentThread(), new CurrentThread().invoke()));
    }

    @OnEveryPool
    void whatATaskWroteIsSeenByTheThreadThatJoinedIt(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (int i = 0; i < 1_000; i++) {
                        int[] written = new int[1];
                        int value = i;
                        ForkJoinTask<?> writer =
                                ForkJoinTask.adapt(
                                        () -> {
                                            written[0] = value;
                                        });
                        writer.fork();
                        writer.join();
                        assertEquals(value, written[0]);
                    }
                });
    }

    @OnEveryPool
    void aTaskWhoseExecReturnsFalseIsDoneOnlyWhenCompleted(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Incomplete<String> task = new Incomplete<>();
                    pool.execute(task);
                    task.awaitExecution();
                    assertNotDone(task);
                    task.complete("value");
                    assertCompleted("value", task);
                });
    }

    @Test
    void completeBeforeTheStartGivesItsValueAndSuppressesExecution() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        task.complete("value");
        assertCompleted("value", task);

        Counted counted = new Counted();
        counted.complete(null);
        assertNull(counted.invoke());
        counted.fork();
        assertNull(counted.join());
        assertEquals(0, counted.executions());
    }

    @Test
    void quietlyCompleteKeepsTheResultSetBefore() throws Exception {
        Incomplete<String> unset = new Incomplete<>();
        unset.quietlyComplete();
        assertCompleted(null, unset);

        Incomplete<String> set = new Incomplete<>();
        set.setRawResult("before");
        set.quietlyComplete();
        assertCompleted("before", set);
    }

    @OnEveryPool
    void completeReleasesEverybodyWhoWaits(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Incomplete<String> task = new Incomplete<>();
                    List<Background<String>> waiters = new ArrayList<>();
                    waiters.add(Background.call(task::join));
                    waiters.add(Background.call(task::get));
                    waiters.add(
                            Background.call(
                                    () -> task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS)));
                    waiters.add(
                            Background.call(
                                    () -> {
                                        task.quietlyJoin();
                                        return task.getRawResult();
                                    }));
                    waiters.add(Background.call(() -> pool.invoke(task)));
                    for (Background<String> waiter : waiters) {
                        Waiting.untilBlocked(waiter.thread());
                    }
                    ForkJoinTask<String> inPool = pool.submit(task::join);
                    task.complete("value");
                    for (Background<String> waiter : waiters) {
                        assertEquals("value", waiter.await());
                    }
                    assertEquals("value", inPool.join());
                });
    }

    @OnEveryPool
    void aTimedGetThatEndsTooEarlyLeavesTheTaskAlone(PoolShape shape) throws Exception {
        Incomplete<String> task = new Incomplete<>();
        assertThrows(TimeoutException.class, () -> task.get(1, TimeUnit.MILLISECONDS));
        assertThrows(TimeoutException.class, () -> task.get(0, TimeUnit.SECONDS));
        assertThrows(TimeoutException.class, () -> task.get(-1, TimeUnit.SECONDS));
        assertThrows(TimeoutException.class, () -> task.get(Long.MIN_VALUE, TimeUnit.DAYS));
        shape.inside(
                () -> {
                    assertThrows(TimeoutException.class, () -> task.get(1, TimeUnit.MILLISECONDS));
                    assertThrows(TimeoutException.class, () -> task.get(-1, TimeUnit.SECONDS));
                });
        assertNotDone(task);
        task.complete("late");
        assertCompleted("late", task);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void aWorkerThatGivesATaskNoTimeDoesNotRunIt(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted task = new Counted();
                    task.fork();
                    for (long timeout : new long[] {0, -1, Long.MIN_VALUE}) {
                        assertThrows(
                                TimeoutException.class, () -> task.get(timeout, TimeUnit.SECONDS));
                        assertFalse(task.quietlyJoin(timeout, TimeUnit.SECONDS));
                        assertFalse(task.quietlyJoinUninterruptibly(timeout, TimeUnit.SECONDS));
                    }
                    assertEquals(0, task.executions());
                    assertNull(task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(1, task.executions());
                });
    }

    @Test
    void aTimedGetWithoutUnitIsRefused() {
        Incomplete<String> task = new Incomplete<>();
        assertThrows(NullPointerException.class, () -> task.get(1, null));
        assertNotDone(task);
    }
}
