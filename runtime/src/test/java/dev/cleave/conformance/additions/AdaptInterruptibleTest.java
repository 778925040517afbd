package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Background;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Waiting;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@code adaptInterruptible}: tasks whose cancellation interrupts the thread that runs them. */
@Conformance
class AdaptInterruptibleTest {

    @OnEveryPool
    void theyRunOnceAndGiveTheirResult(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    AtomicInteger runs = new AtomicInteger();
                    assertEquals(
                            "called",
                            pool.submit(ForkJoinTask.adaptInterruptible(() -> "called")).join());
                    ForkJoinTask<?> runnable =
                            ForkJoinTask.adaptInterruptible((Runnable) runs::incrementAndGet);
                    assertNull(pool.submit(runnable).join());
                    assertEquals(
                            "result",
                            pool.submit(
                                            ForkJoinTask.adaptInterruptible(
                                                    (Runnable) runs::incrementAndGet, "result"))
                                    .get());
                    assertEquals(2, runs.get());
                    assertTrue(runnable.isCompletedNormally());
                });
    }

    @Test
    void theResultOfARunnableIsKnownThoughItFails() {
        ForkJoinTask<String> task =
                ForkJoinTask.adaptInterruptible(
                        (Runnable)
                                () -> {
                                    throw new Failure();
                                },
                        "result");
        task.quietlyInvoke();
        assertTrue(task.isCompletedAbnormally());
        assertEquals("result", task.getRawResult());
    }

    @Test
    void theResultOfARunnableIsKnownThoughItNeverRuns() {
        ForkJoinTask<String> task = ForkJoinTask.adaptInterruptible(() -> {}, "result");
        task.quietlyComplete();
        assertEquals("result", task.join());
    }

    @Test
    void theyRunWithoutAPool() {
        assertEquals("called", ForkJoinTask.adaptInterruptible(() -> "called").invoke());
    }

    /** JDK 25 fails this: whoever calls {@code invoke} has lost its interrupt. */
    @Test
    void anInterruptOfTheirCallerIsNotTheirsAndStays() {
        Thread.currentThread().interrupt();
        assertFalse(
                ForkJoinTask.adaptInterruptible(() -> Thread.currentThread().isInterrupted())
                        .invoke());
        assertTrue(Thread.interrupted());
    }

    /** The one that waits runs the other, so that both have the same thread. */
    @Test
    void anInterruptThatCancelsOneLeavesTheOneThatWaitsForIt() throws Exception {
        PoolShape.ONE_WORKER.inside(
                () -> {
                    CountDownLatch started = new CountDownLatch(1);
                    CountDownLatch interrupted = new CountDownLatch(1);
                    ForkJoinTask<?> inner =
                            ForkJoinTask.adaptInterruptible(
                                    () -> {
                                        started.countDown();
                                        try {
                                            new CountDownLatch(1).await();
                                        } catch (InterruptedException e) {
                                            Thread.currentThread().interrupt();
                                            interrupted.countDown();
                                        }
                                        return null;
                                    });
                    Background<Boolean> canceller =
                            Background.call(
                                    () -> {
                                        Waiting.await(started);
                                        return inner.cancel(true);
                                    });
                    assertThrows(CancellationException.class, inner::invoke);
                    Waiting.await(interrupted);
                    assertTrue(canceller.await());
                    assertFalse(Thread.interrupted());
                });
    }

    private static ForkJoinTask<?> waiting(
            ForkJoinPool pool, CountDownLatch started, CountDownLatch end, AtomicBoolean seen) {
        ForkJoinTask<String> task =
                ForkJoinTask.adaptInterruptible(
                        () -> {
                            started.countDown();
                            try {
                                end.await();
                            } catch (InterruptedException e) {
                                seen.set(true);
                            }
                            return "unused";
                        });
        return pool.submit(task);
    }

    @OnEveryPool
    void cancellingWithInterruptInterruptsTheRunningThread(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch started = new CountDownLatch(1);
                    AtomicBoolean interrupted = new AtomicBoolean();
                    ForkJoinTask<?> task =
                            waiting(pool, started, new CountDownLatch(1), interrupted);
                    Waiting.await(started);
                    assertTrue(task.cancel(true));
                    assertTrue(task.isCancelled());
                    assertThrows(CancellationException.class, task::join);
                    Waiting.until(interrupted::get, "the thread is interrupted");
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @OnEveryPool
    void cancellingWithoutInterruptLeavesTheThreadAlone(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch started = new CountDownLatch(1);
                    CountDownLatch end = new CountDownLatch(1);
                    AtomicBoolean interrupted = new AtomicBoolean();
                    ForkJoinTask<?> task = waiting(pool, started, end, interrupted);
                    Waiting.await(started);
                    assertTrue(task.cancel(false));
                    assertThrows(CancellationException.class, task::join);
                    end.countDown();
                    Waiting.until(pool::isQuiescent, "the pool is quiescent");
                    assertFalse(interrupted.get());
                });
    }

    @Test
    void oneCancelledBeforeItsStartNeverRuns() {
        AtomicInteger runs = new AtomicInteger();
        ForkJoinTask<?> task = ForkJoinTask.adaptInterruptible((Runnable) runs::incrementAndGet);
        assertTrue(task.cancel(true));
        assertThrows(CancellationException.class, task::invoke);
        assertEquals(0, runs.get());
    }

    @OnEveryPool
    void anUncheckedExceptionArrives(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Callable<String> callable =
                            () -> {
                                throw new Failure();
                            };
                    ForkJoinTask<String> task = ForkJoinTask.adaptInterruptible(callable);
                    assertThrows(Failure.class, () -> pool.submit(task).join());
                });
    }

    /** JDK 25 fails this: {@code join} throws the checked exception itself. */
    @OnEveryPool
    void aCheckedExceptionArrivesInARuntimeException(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    IOException checked = new IOException("checked");
                    Callable<String> callable =
                            () -> {
                                throw checked;
                            };
                    ForkJoinTask<String> task = ForkJoinTask.adaptInterruptible(callable);
                    Throwable thrown =
                            assertThrows(RuntimeException.class, () -> pool.submit(task).join());
                    while (thrown.getCause() != null) thrown = thrown.getCause();
                    assertSame(checked, thrown);
                });
    }

    @Test
    void nullsAreRefused() {
        assertThrows(
                NullPointerException.class,
                () -> ForkJoinTask.adaptInterruptible((Callable<String>) null));
        assertThrows(
                NullPointerException.class, () -> ForkJoinTask.adaptInterruptible((Runnable) null));
        assertThrows(
                NullPointerException.class,
                () -> ForkJoinTask.adaptInterruptible((Runnable) null, "unused"));
    }
}
