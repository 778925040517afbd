package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Tasks.Failure;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Runnables and callables as tasks. */
@Conformance
class AdaptTest {

    @OnEveryPool
    void aRunnableRunsOnceAndGivesNull(PoolShape shape) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        shape.inside(
                () -> {
                    ForkJoinTask<?> task = ForkJoinTask.adapt((Runnable) runs::incrementAndGet);
                    assertEquals(0, runs.get());
                    task.fork();
                    assertNull(task.join());
                    assertEquals(1, runs.get());
                    TaskCompletionTest.assertCompleted(null, task);
                    assertEquals(1, runs.get());
                });
    }

    @OnEveryPool
    void aRunnableWithAResultGivesThatResult(PoolShape shape) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Object result = new Object();
        shape.inside(
                () -> {
                    ForkJoinTask<Object> task = ForkJoinTask.adapt(runs::incrementAndGet, result);
                    task.fork();
                    assertSame(result, task.join());
                    assertEquals(1, runs.get());
                    TaskCompletionTest.assertCompleted(result, task);
                });
    }

    @OnEveryPool
    void aCallableGivesItsResult(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    ForkJoinTask<String> task = ForkJoinTask.adapt(() -> "called");
                    task.fork();
                    assertEquals("called", task.join());
                    TaskCompletionTest.assertCompleted("called", task);
                });
    }

    @Test
    void anAdaptedTaskRunsWithoutAPool() {
        assertEquals("called", ForkJoinTask.adapt(() -> "called").invoke());
        assertEquals("result", ForkJoinTask.adapt(() -> {}, "result").invoke());
    }

    @Test
    void aRunnableThatThrowsFailsTheTask() {
        Runnable runnable =
                () -> {
                    throw new Failure();
                };
        TaskExceptionTest.assertFailed(Failure.class, invokedQuietly(ForkJoinTask.adapt(runnable)));
        TaskExceptionTest.assertFailed(
                Failure.class, invokedQuietly(ForkJoinTask.adapt(runnable, "unused")));
    }

    @Test
    void aCallableThatThrowsUncheckedFailsTheTask() {
        Callable<String> exceptional =
                () -> {
                    throw new Failure();
                };
        Callable<String> erroneous =
                () -> {
                    throw new AssertionError();
                };
        TaskExceptionTest.assertFailed(
                Failure.class, invokedQuietly(ForkJoinTask.adapt(exceptional)));
        TaskExceptionTest.assertFailed(
                AssertionError.class, invokedQuietly(ForkJoinTask.adapt(erroneous)));
    }

    @Test
    void aCallableThatThrowsCheckedFailsTheTaskWithARuntimeException() {
        IOException checked = new IOException("checked");
        Callable<String> callable =
                () -> {
                    throw checked;
                };
        ForkJoinTask<String> task = ForkJoinTask.adapt(callable);
        RuntimeException thrown = assertThrows(RuntimeException.class, task::invoke);
        assertSame(checked, TaskExceptionTest.rootCause(thrown));
        ExecutionException gotten = assertThrows(ExecutionException.class, task::get);
        assertSame(checked, TaskExceptionTest.rootCause(gotten));
        assertTrue(task.isCompletedAbnormally());
    }

    @Test
    void anAdaptedTaskCanBeCancelled() {
        AtomicInteger runs = new AtomicInteger();
        ForkJoinTask<?> task = ForkJoinTask.adapt((Runnable) runs::incrementAndGet);
        assertTrue(task.cancel(true));
        assertThrows(CancellationException.class, task::invoke);
        assertEquals(0, runs.get());
        assertFalse(task.isCompletedNormally());
    }

    @Test
    void anAdaptedTaskShowsWhatItWraps() {
        Runnable runnable = () -> {};
        Callable<String> callable = () -> "unused";
        assertShows(runnable, ForkJoinTask.adapt(runnable));
        assertShows(runnable, ForkJoinTask.adapt(runnable, "unused"));
        assertShows(callable, ForkJoinTask.adapt(callable));
        assertShows(callable, ForkJoinTask.adaptInterruptible(callable));
        assertShows(runnable, ForkJoinTask.adaptInterruptible(runnable, "unused"));
    }

    private static void assertShows(Object wrapped, ForkJoinTask<?> task) {
        assertEquals(
                task.getClass().getName()
                        + "@"
                        + Integer.toHexString(System.identityHashCode(task))
                        + "[Wrapped task = "
                        + wrapped
                        + "]",
                task.toString());
    }

    @Test
    void nullsAreRefused() {
        assertThrows(NullPointerException.class, () -> ForkJoinTask.adapt((Runnable) null));
        assertThrows(NullPointerException.class, () -> ForkJoinTask.adapt(null, "unused"));
        assertThrows(NullPointerException.class, () -> ForkJoinTask.adapt((Callable<?>) null));
    }

    private static ForkJoinTask<?> invokedQuietly(ForkJoinTask<?> task) {
        task.quietlyInvoke();
        return task;
    }
}
