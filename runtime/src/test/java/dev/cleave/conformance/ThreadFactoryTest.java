package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Workers made by the user: who makes them, what they are told, and what happens without them. */
@Conformance
class ThreadFactoryTest {

    /** Writes down what becomes of it. */
    private static final class Worker extends ForkJoinWorkerThread {
        private volatile boolean started;
        private volatile boolean terminated;
        private volatile Throwable cause;

        Worker(ForkJoinPool pool) {
            super(pool);
        }

        @Override
        protected void onStart() {
            super.onStart();
            started = true;
        }

        @Override
        protected void onTermination(Throwable exception) {
            cause = exception;
            terminated = true;
            super.onTermination(exception);
        }
    }

    private static final class Factory implements ForkJoinWorkerThreadFactory {
        private final ConcurrentLinkedQueue<Worker> workers = new ConcurrentLinkedQueue<>();
        private final Set<ForkJoinPool> pools = ConcurrentHashMap.newKeySet();

        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            pools.add(pool);
            Worker worker = new Worker(pool);
            workers.add(worker);
            return worker;
        }
    }

    private static ForkJoinPool create(PoolShape shape, ForkJoinWorkerThreadFactory factory) {
        return new ForkJoinPool(shape.workers, factory, null, shape.async);
    }

    @OnEveryPool
    void theFactoryMakesEveryWorkerOfItsPool(PoolShape shape) throws Exception {
        Factory factory = new Factory();
        PoolShape.using(
                create(shape, factory),
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, shape.workers);
                    for (Gate gate : gates) assertTrue(factory.workers.contains(gate.worker()));
                    gates.forEach(Gate::open);
                    assertEquals(55, pool.invoke(new Fib(10)));
                    assertEquals(Set.of(pool), factory.pools);
                });
    }

    @OnEveryPool
    void aWorkerStartsBeforeItsFirstTaskAndTerminatesAfterItsLast(PoolShape shape)
            throws Exception {
        Factory factory = new Factory();
        ForkJoinPool pool = create(shape, factory);
        List<Gate> gates = Gate.occupy(pool, shape.workers);
        for (Gate gate : gates) {
            Worker worker = (Worker) gate.worker();
            assertTrue(worker.started);
            assertFalse(worker.terminated);
            assertSame(pool, worker.getPool());
        }
        gates.forEach(Gate::open);
        pool.shutdown();
        assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        for (Gate gate : gates) {
            Waiting.untilDead(gate.worker());
            Worker worker = (Worker) gate.worker();
            assertTrue(worker.terminated);
            assertNull(worker.cause);
        }
    }

    @OnEveryPool
    void workersOfAPoolHaveDifferentIndices(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, shape.workers);
                    Set<Integer> indices = new HashSet<>();
                    for (Gate gate : gates) {
                        ForkJoinWorkerThread worker = (ForkJoinWorkerThread) gate.worker();
                        assertTrue(worker.getPoolIndex() >= 0);
                        indices.add(worker.getPoolIndex());
                        assertEquals(worker.getPoolIndex(), worker.getPoolIndex());
                    }
                    assertEquals(shape.workers, indices.size());
                    gates.forEach(Gate::open);
                });
    }

    /** A pool may keep a task for which it gets no thread, or say at once that it cannot run it. */
    private static boolean accepts(ForkJoinPool pool, Counted task) {
        try {
            pool.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    @Test
    void withoutAThreadTasksDoNotRun() {
        ForkJoinPool pool = new ForkJoinPool(1, ignored -> null, null, false);
        Counted task = new Counted();
        if (accepts(pool, task)) assertEquals(1, pool.getQueuedSubmissionCount());
        assertThrows(TimeoutException.class, () -> task.get(1, TimeUnit.MILLISECONDS));
        task.cancel(false);
        assertEquals(0, task.executions());
    }

    /** The JDK fails this: it does not ask while an earlier submission is still queued. */
    @OnEveryPool
    void theNextSubmissionAsksAgainForAThread(PoolShape shape) throws Exception {
        AtomicBoolean refusing = new AtomicBoolean(true);
        PoolShape.using(
                create(
                        shape,
                        pool ->
                                refusing.get()
                                        ? null
                                        : ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(
                                                pool)),
                pool -> {
                    Counted first = new Counted();
                    boolean accepted = accepts(pool, first);
                    refusing.set(false);
                    Counted second = new Counted();
                    pool.execute(second);
                    second.join();
                    assertEquals(1, second.executions());
                    if (accepted) first.join();
                    assertEquals(accepted ? 1 : 0, first.executions());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @OnEveryPool
    void theFactorysExceptionReachesTheSubmitter(PoolShape shape) {
        ForkJoinPool pool =
                create(
                        shape,
                        ignored -> {
                            throw new Failure();
                        });
        assertThrows(Failure.class, () -> pool.execute(new Counted()));
    }

    @Test
    void whatIsRefusedWithTheFactorysExceptionDoesNotStayInThePool() {
        ForkJoinPool pool =
                new ForkJoinPool(
                        1,
                        ignored -> {
                            throw new RejectedExecutionException();
                        },
                        null,
                        false);
        assertThrows(RejectedExecutionException.class, () -> pool.execute(new Counted()));
        assertEquals(0, pool.getQueuedSubmissionCount());
    }

    /** Gets a worker, for another task, just when a task is refused for want of one. */
    private static final class LatePool extends ForkJoinPool {
        private final AtomicBoolean refusing;
        private final CountDownLatch end;

        LatePool(AtomicBoolean refusing, CountDownLatch end) {
            super(
                    1,
                    pool ->
                            refusing.get()
                                    ? null
                                    : defaultForkJoinWorkerThreadFactory.newThread(pool),
                    null,
                    false);
            this.refusing = refusing;
            this.end = end;
        }

        /** Called for the message of the refusal. */
        @Override
        public String toString() {
            if (refusing.getAndSet(false)) execute(() -> Waiting.await(end));
            return "a pool";
        }
    }

    @Test
    void aTaskThatWasTakenBackIsRefusedThoughThereIsAWorkerByNow() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        PoolShape.using(
                new LatePool(new AtomicBoolean(true), end),
                pool -> {
                    try {
                        assertThrows(
                                RejectedExecutionException.class,
                                () -> pool.execute(new Counted()));
                    } finally {
                        end.countDown();
                    }
                });
    }

    /** Throws in {@code onStart} as long as it is told to. */
    private static final class Fragile extends ForkJoinWorkerThread {
        private final AtomicBoolean failing;
        private final ConcurrentLinkedQueue<Throwable> causes;

        Fragile(ForkJoinPool pool, AtomicBoolean failing, ConcurrentLinkedQueue<Throwable> causes) {
            super(pool);
            this.failing = failing;
            this.causes = causes;
            setUncaughtExceptionHandler((thread, exception) -> {});
        }

        @Override
        protected void onStart() {
            super.onStart();
            if (failing.getAndSet(false)) throw new Failure();
        }

        @Override
        protected void onTermination(Throwable exception) {
            if (exception != null) causes.add(exception);
            super.onTermination(exception);
        }
    }

    @OnEveryPool
    void aWorkerThatFailsToStartIsToldWhyItTerminates(PoolShape shape) throws Exception {
        AtomicBoolean failing = new AtomicBoolean(true);
        ConcurrentLinkedQueue<Throwable> causes = new ConcurrentLinkedQueue<>();
        PoolShape.using(
                create(shape, pool -> new Fragile(pool, failing, causes)),
                pool -> {
                    pool.execute(new Counted());
                    Waiting.until(() -> !causes.isEmpty(), "the worker terminates");
                    assertEquals(Failure.class, causes.peek().getClass());
                });
    }

    /** JDK 17 fails this: the tasks wait for a worker that no longer exists. */
    @OnEveryPool
    void aWorkerThatFailedToStartIsReplaced(PoolShape shape) throws Exception {
        AtomicBoolean failing = new AtomicBoolean(true);
        ConcurrentLinkedQueue<Throwable> causes = new ConcurrentLinkedQueue<>();
        PoolShape.using(
                create(shape, pool -> new Fragile(pool, failing, causes)),
                pool -> {
                    Counted first = new Counted();
                    pool.execute(first);
                    Waiting.until(() -> !causes.isEmpty(), "the worker terminates");
                    assertEquals(55, pool.invoke(new Fib(10)));
                    first.join();
                    assertEquals(1, first.executions());
                });
    }

    @Test
    void aWorkerNeedsAPool() {
        assertThrows(NullPointerException.class, () -> new Worker(null));
        assertThrows(
                NullPointerException.class,
                () -> ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(null));
    }

    @OnEveryPool
    void aWorkerWhoseFactoryStartsItAndThenThrowsIsCounted(PoolShape shape) throws Exception {
        AtomicBoolean failing = new AtomicBoolean(true);
        ForkJoinPool pool =
                create(
                        shape,
                        of -> {
                            Worker worker = new Worker(of);
                            if (failing.getAndSet(false)) {
                                worker.start();
                                while (!worker.started) {
                                    Thread.onSpinWait();
                                }
                                throw new Failure();
                            }
                            return worker;
                        });
        Gate gate = new Gate();
        try {
            pool.execute(gate);
        } catch (Failure thrown) {
            // If the worker has not come for the task yet.
        }
        assertTrue(pool.getPoolSize() > 0);
        gate.open();
        pool.shutdown();
        assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(0, pool.getPoolSize());
        assertEquals(0, pool.getRunningThreadCount());
    }
}
