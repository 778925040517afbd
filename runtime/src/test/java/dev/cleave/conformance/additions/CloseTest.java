package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.Background;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** {@code close}: shutdown, and the wait for it. */
@Conformance
class CloseTest {

    @OnEveryPool
    void aPoolIsClosedAtTheEndOfItsBlock(PoolShape shape) {
        ForkJoinPool closed;
        Fib fib = new Fib(12);
        try (ForkJoinPool pool = shape.create()) {
            closed = pool;
            pool.execute(fib);
        }
        assertTrue(closed.isTerminated());
        assertTrue(fib.isCompletedNormally());
        assertEquals(144, fib.join());
        assertThrows(RejectedExecutionException.class, () -> closed.execute(new Counted()));
    }

    @OnEveryPool
    void closeWaitsForQueuedTasks(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Gate> gates = Gate.occupy(pool, shape.workers);
        List<Counted> queued = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Counted task = new Counted();
            queued.add(task);
            pool.execute(task);
        }
        Background<?> closer = Background.run(pool::close);
        Waiting.until(pool::isShutdown, "it has begun to close");
        Waiting.untilBlocked(closer.thread());
        assertFalse(closer.isDone());
        gates.forEach(Gate::open);
        closer.await();
        assertTrue(pool.isTerminated());
        for (Counted task : queued) assertEquals(1, task.executions());
        for (Gate gate : gates) assertFalse(gate.wasInterrupted());
    }

    @OnEveryPool
    void anInterruptTurnsCloseIntoShutdownNow(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        List<Gate> gates = Gate.occupyStubbornly(pool, shape.workers);
        Counted queued = new Counted();
        pool.execute(queued);
        Background<Boolean> closer =
                Background.call(
                        () -> {
                            pool.close();
                            return Thread.interrupted();
                        });
        Waiting.untilBlocked(closer.thread());
        closer.thread().interrupt();
        assertThrows(CancellationException.class, queued::join);
        assertFalse(closer.isDone(), "it goes on waiting for what runs");
        gates.forEach(Gate::open);
        assertTrue(closer.await(), "the interrupt is asserted again");
        assertTrue(pool.isTerminated());
        assertEquals(0, queued.executions());
    }

    @OnEveryPool
    void closeByAnInterruptedThreadIsShutdownNow(PoolShape shape) throws Exception {
        ForkJoinPool pool = shape.create();
        Gate.occupy(pool, shape.workers);
        Background<Boolean> closer =
                Background.call(
                        () -> {
                            Thread.currentThread().interrupt();
                            pool.close();
                            return Thread.interrupted();
                        });
        assertTrue(closer.await());
        assertTrue(pool.isTerminated());
    }

    @OnEveryPool
    void closingAgainChangesNothing(PoolShape shape) {
        ForkJoinPool pool = shape.create();
        pool.close();
        pool.close();
        assertTrue(pool.isTerminated());

        ForkJoinPool shutDown = shape.create();
        shutDown.shutdown();
        shutDown.close();
        assertTrue(shutDown.isTerminated());
    }

    @Test
    void theCommonPoolStaysOpen() {
        ForkJoinPool.commonPool().close();
        assertFalse(ForkJoinPool.commonPool().isShutdown());
        assertEquals(55, ForkJoinPool.commonPool().invoke(new Fib(10)));
    }
}
