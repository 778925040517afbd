package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Tasks.Incomplete;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Cancellation: what it prevents, what it cannot prevent, and how it shows. */
@Conformance
class CancellationTest {

    static void assertCancelled(ForkJoinTask<?> task) {
        assertTrue(task.isDone());
        assertTrue(task.isCancelled());
        assertFalse(task.isCompletedNormally());
        assertTrue(task.isCompletedAbnormally());
        assertInstanceOf(CancellationException.class, task.getException());
        assertThrows(CancellationException.class, task::join);
        assertThrows(CancellationException.class, task::invoke);
        assertThrows(CancellationException.class, task::get);
        assertThrows(CancellationException.class, () -> task.get(0, TimeUnit.SECONDS));
        task.quietlyJoin();
        task.quietlyInvoke();
        assertTrue(task.cancel(false), "cancelling again reports that the task is cancelled");
        assertTrue(task.cancel(true));
    }

    @Test
    void aTaskCancelledBeforeItsStartNeverRuns() {
        for (boolean interrupt : new boolean[] {false, true}) {
            Counted task = new Counted();
            assertTrue(task.cancel(interrupt));
            assertCancelled(task);
            assertNull(task.getRawResult());
            assertEquals(0, task.executions());
        }
    }

    @OnEveryPool
    void aCancelledTaskMayBeForkedAndDoesNotRun(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted task = new Counted();
                    task.cancel(false);
                    task.fork();
                    assertThrows(CancellationException.class, task::join);
                    ForkJoinTask.helpQuiesce();
                    assertEquals(0, task.executions());
                    assertCancelled(task);
                });
    }

    @OnEveryPool
    void aTaskCancelledInTheQueueDoesNotRun(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    var gates = Gate.occupy(pool, shape.workers);
                    Counted queued = new Counted();
                    Counted behind = new Counted();
                    pool.execute(queued);
                    pool.execute(behind);
                    assertTrue(queued.cancel(false));
                    gates.forEach(Gate::open);
                    behind.join();
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(0, queued.executions());
                    assertEquals(1, behind.executions());
                    assertCancelled(queued);
                });
    }

    @OnEveryPool
    void aCompletedTaskCannotBeCancelled(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Fib task = new Fib(5);
                    pool.invoke(task);
                    assertFalse(task.cancel(false));
                    assertFalse(task.cancel(true));
                    TaskCompletionTest.assertCompleted(5, task);
                });
    }

    @OnEveryPool
    void aRunningTaskIsCancelledWithoutInterrupt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Gate running = Gate.occupy(pool, 1).get(0);
                    assertTrue(running.cancel(true));
                    assertCancelled(running);
                    running.open();
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertFalse(running.wasInterrupted());
                    assertCancelled(running);
                });
    }

    /** Cancels itself in the middle of its work, and goes on. */
    private static final class CancelsItself extends RecursiveTask<String> {
        @Override
        protected String compute() {
            assertTrue(cancel(false));
            return "too late";
        }
    }

    @OnEveryPool
    void aTaskThatCancelsItselfIsCancelledWhoeverRunsIt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    PoolShape.runIn(
                            pool,
                            () -> {
                                ForkJoinTask<?> joined = new CancelsItself().fork();
                                assertThrows(CancellationException.class, joined::join);
                                assertCancelled(joined);

                                ForkJoinTask<?> gotten = new CancelsItself().fork();
                                assertThrows(CancellationException.class, gotten::get);
                                assertCancelled(gotten);

                                ForkJoinTask<?> invoked = new CancelsItself();
                                assertThrows(CancellationException.class, invoked::invoke);
                                assertCancelled(invoked);
                            });
                    ForkJoinTask<?> submitted = pool.submit(new CancelsItself());
                    assertThrows(CancellationException.class, submitted::join);
                    assertCancelled(submitted);
                });
        ForkJoinTask<?> withoutAPool = new CancelsItself();
        assertThrows(CancellationException.class, withoutAPool::invoke);
        assertCancelled(withoutAPool);
    }

    @OnEveryPool
    void cancellationReleasesEverybodyWhoWaits(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Incomplete<String> task = new Incomplete<>();
                    Background<?> joiner =
                            Background.run(
                                    () -> assertThrows(CancellationException.class, task::join));
                    Background<?> getter =
                            Background.run(
                                    () -> assertThrows(CancellationException.class, task::get));
                    Waiting.untilBlocked(joiner.thread());
                    Waiting.untilBlocked(getter.thread());
                    ForkJoinTask<?> inPool =
                            pool.submit(
                                    () -> assertThrows(CancellationException.class, task::join));
                    task.cancel(false);
                    joiner.await();
                    getter.await();
                    inPool.join();
                });
    }

    @OnEveryPool
    void aTaskCancelsItsSiblings(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Incomplete<String> sibling = new Incomplete<>();
                    sibling.fork();
                    RecursiveAction canceller =
                            new RecursiveAction() {
                                @Override
                                protected void compute() {
                                    assertTrue(sibling.cancel(true));
                                }
                            };
                    canceller.fork();
                    canceller.join();
                    assertThrows(CancellationException.class, sibling::join);
                    assertCancelled(sibling);
                });
    }

    @Test
    void anOverriddenCancelIsWhatCallersGet() {
        class Uncancellable extends RecursiveAction {
            int attempts;

            @Override
            protected void compute() {}

            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                attempts++;
                return false;
            }
        }
        Uncancellable task = new Uncancellable();
        assertFalse(task.cancel(true));
        assertEquals(1, task.attempts);
        assertFalse(task.isCancelled());
        assertNull(task.invoke());
        assertTrue(task.isCompletedNormally());
    }
}
