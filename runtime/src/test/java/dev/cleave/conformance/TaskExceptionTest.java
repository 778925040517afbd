package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Failing;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Incomplete;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Abnormal completion: which exception whoever asks for the result gets, and what it is called. */
@Conformance
class TaskExceptionTest {

    static void assertFailed(Class<? extends Throwable> type, ForkJoinTask<?> task) {
        assertTrue(task.isDone());
        assertFalse(task.isCancelled());
        assertFalse(task.isCompletedNormally());
        assertTrue(task.isCompletedAbnormally());
        assertEquals(type, task.getException().getClass());
        assertThrowsExactly(type, task::join);
        assertThrowsExactly(type, task::invoke);
        assertCause(type, assertThrows(ExecutionException.class, task::get));
        assertCause(
                type, assertThrows(ExecutionException.class, () -> task.get(0, TimeUnit.SECONDS)));
        task.quietlyJoin();
        task.quietlyInvoke();
        assertFalse(task.cancel(false));
        assertFalse(task.cancel(true));
        assertFalse(task.isCancelled());
    }

    private static void assertThrowsExactly(
            Class<? extends Throwable> type, org.junit.jupiter.api.function.Executable body) {
        assertEquals(type, assertThrows(type, body).getClass());
    }

    /** An exception rebuilt for the asking thread may carry the original as its own cause. */
    private static void assertCause(Class<? extends Throwable> type, ExecutionException e) {
        assertNotNull(e.getCause());
        assertEquals(type, e.getCause().getClass());
    }

    @OnEveryPool
    void inPoolEveryWayToAResultThrowsTheException(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Failing invoked = new Failing(new Failure());
                    assertThrows(Failure.class, invoked::invoke);
                    assertFailed(Failure.class, invoked);

                    Failing joined = new Failing(new Failure());
                    joined.fork();
                    assertThrows(Failure.class, joined::join);
                    assertFailed(Failure.class, joined);

                    Failing gotten = new Failing(new Failure());
                    gotten.fork();
                    assertThrows(ExecutionException.class, gotten::get);
                    assertFailed(Failure.class, gotten);

                    Failing timed = new Failing(new Failure());
                    timed.fork();
                    assertThrows(
                            ExecutionException.class,
                            () -> timed.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertFailed(Failure.class, timed);

                    Failing quietlyInvoked = new Failing(new Failure());
                    quietlyInvoked.quietlyInvoke();
                    assertFailed(Failure.class, quietlyInvoked);

                    Failing quietlyJoined = new Failing(new Failure());
                    quietlyJoined.fork();
                    quietlyJoined.quietlyJoin();
                    assertFailed(Failure.class, quietlyJoined);
                });
    }

    @OnEveryPool
    void fromOutsideEveryWayToAResultThrowsTheException(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Failing invoked = new Failing(new Failure());
                    assertThrows(Failure.class, () -> pool.invoke(invoked));
                    assertFailed(Failure.class, invoked);

                    Failing joined = new Failing(new Failure());
                    pool.execute(joined);
                    assertThrows(Failure.class, joined::join);
                    assertFailed(Failure.class, joined);

                    Failing gotten = new Failing(new Failure());
                    assertThrows(ExecutionException.class, () -> pool.submit(gotten).get());
                    assertFailed(Failure.class, gotten);
                });
    }

    @Test
    void withoutAPoolEveryWayToAResultThrowsTheException() {
        Failing invoked = new Failing(new Failure());
        assertThrows(Failure.class, invoked::invoke);
        assertFailed(Failure.class, invoked);

        Failing joined = new Failing(new Failure());
        joined.fork();
        assertThrows(Failure.class, joined::join);
        assertFailed(Failure.class, joined);
    }

    @OnEveryPool
    void anErrorIsThrownAsThatError(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Failing task = new Failing(new AssertionError("expected"));
                    assertThrows(AssertionError.class, () -> pool.invoke(task));
                    assertFailed(AssertionError.class, task);
                });
    }

    /** Fails at the bottom of a tree of joins. */
    private static final class FailingTree extends RecursiveAction {
        private final int depth;

        FailingTree(int depth) {
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (depth == 0) throw new Failure();
            FailingTree left = new FailingTree(depth - 1);
            FailingTree right = new FailingTree(depth - 1);
            left.fork();
            right.fork();
            right.join();
            left.join();
        }
    }

    @OnEveryPool
    void anExceptionPassesThroughEveryJoinAboveIt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    FailingTree root = new FailingTree(6);
                    assertThrows(Failure.class, () -> pool.invoke(root));
                    assertFailed(Failure.class, root);
                    assertEquals(55, pool.invoke(new Fib(10)), "the pool goes on");
                });
    }

    @Test
    void completeExceptionallyMakesTheTaskThrow() {
        Incomplete<String> task = new Incomplete<>();
        task.completeExceptionally(new Failure());
        assertFailed(Failure.class, task);
        assertNull(task.getRawResult());

        Incomplete<String> error = new Incomplete<>();
        error.completeExceptionally(new AssertionError());
        assertFailed(AssertionError.class, error);
    }

    @Test
    void completeExceptionallyBeforeTheStartSuppressesExecution() {
        Counted task = new Counted();
        task.completeExceptionally(new Failure());
        assertThrows(Failure.class, task::invoke);
        task.fork();
        assertThrows(Failure.class, task::join);
        assertEquals(0, task.executions());
    }

    @Test
    void completeExceptionallyWithACheckedExceptionThrowsItInARuntimeException() {
        Incomplete<String> task = new Incomplete<>();
        IOException checked = new IOException("checked");
        task.completeExceptionally(checked);
        assertSame(checked, rootCause(assertThrows(RuntimeException.class, task::join)));
        assertSame(checked, rootCause(assertThrows(ExecutionException.class, task::get)));
        assertTrue(task.isCompletedAbnormally());
        assertFalse(task.isCancelled());
    }

    /** Says in the middle of its work that it has failed, and returns as if it had not. */
    private static final class FailsItself extends RecursiveTask<String> {
        @Override
        protected String compute() {
            completeExceptionally(new Failure());
            return "too late";
        }
    }

    @OnEveryPool
    void aTaskThatCompletesItselfExceptionallyHasFailedWhoeverRunsIt(PoolShape shape)
            throws Exception {
        shape.outside(
                pool -> {
                    PoolShape.runIn(
                            pool,
                            () -> {
                                ForkJoinTask<?> joined = new FailsItself().fork();
                                assertThrows(Failure.class, joined::join);
                                assertFailed(Failure.class, joined);

                                ForkJoinTask<?> gotten = new FailsItself().fork();
                                assertThrows(ExecutionException.class, gotten::get);
                                assertFailed(Failure.class, gotten);

                                ForkJoinTask<?> invoked = new FailsItself();
                                assertThrows(Failure.class, invoked::invoke);
                                assertFailed(Failure.class, invoked);

                                ForkJoinTask<?> together = new FailsItself();
                                assertThrows(
                                        Failure.class,
                                        () -> ForkJoinTask.invokeAll(together, new Fib(3)));
                                assertFailed(Failure.class, together);
                            });
                    ForkJoinTask<?> submitted = pool.submit(new FailsItself());
                    assertThrows(Failure.class, submitted::join);
                    assertFailed(Failure.class, submitted);
                });
    }

    @Test
    void completeExceptionallyWithoutAnExceptionThrowsARuntimeExceptionWithoutCause() {
        ForkJoinTask<?> task = new Incomplete<String>();
        task.completeExceptionally(null);
        assertFailed(RuntimeException.class, task);
        assertNull(assertThrows(RuntimeException.class, task::join).getCause());
    }

    @OnEveryPool
    void completeExceptionallyReleasesEverybodyWhoWaits(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Incomplete<String> task = new Incomplete<>();
                    Background<?> joiner =
                            Background.run(() -> assertThrows(Failure.class, task::join));
                    Background<?> getter =
                            Background.run(() -> assertThrows(ExecutionException.class, task::get));
                    Waiting.untilBlocked(joiner.thread());
                    Waiting.untilBlocked(getter.thread());
                    ForkJoinTask<Failure> inPool =
                            pool.submit(() -> assertThrows(Failure.class, task::join));
                    task.completeExceptionally(new Failure());
                    joiner.await();
                    getter.await();
                    assertNotNull(inPool.join());
                });
    }

    @Test
    void theFirstAbnormalCompletionStands() {
        Incomplete<String> cancelled = new Incomplete<>();
        cancelled.cancel(false);
        cancelled.completeExceptionally(new Failure());
        cancelled.complete("ignored");
        assertTrue(cancelled.isCancelled());
        assertThrows(CancellationException.class, cancelled::join);

        Incomplete<String> failed = new Incomplete<>();
        failed.completeExceptionally(new Failure());
        failed.complete("ignored");
        failed.completeExceptionally(new IllegalStateException());
        assertFailed(Failure.class, failed);
    }

    @Test
    void aNormalCompletionIsNotUndoneByAnException() throws Exception {
        Incomplete<String> task = new Incomplete<>();
        task.complete("value");
        task.completeExceptionally(new Failure());
        TaskCompletionTest.assertCompleted("value", task);
    }

    static Throwable rootCause(Throwable t) {
        while (t.getCause() != null) t = t.getCause();
        return t;
    }
}
