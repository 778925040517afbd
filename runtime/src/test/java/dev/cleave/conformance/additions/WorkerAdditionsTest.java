package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Gate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers: the count of their own queue, and the constructor with a group and thread locals. */
@Conformance
class WorkerAdditionsTest {

    @OnEveryPool
    void aWorkerCountsItsOwnQueue(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Gate> others = Gate.occupy(pool, shape.workers - 1);
                    PoolShape.runIn(
                            pool,
                            () -> {
                                var worker = (ForkJoinWorkerThread) Thread.currentThread();
                                for (int count = 0; count < 5; count++) {
                                    assertEquals(count, worker.getQueuedTaskCount());
                                    new Counted().fork();
                                }
                                for (Gate other : others) {
                                    var idle = (ForkJoinWorkerThread) other.worker();
                                    assertEquals(0, idle.getQueuedTaskCount());
                                }
                            });
                    others.forEach(Gate::open);
                });
    }

    private static final class Worker extends ForkJoinWorkerThread {
        Worker(ThreadGroup group, ForkJoinPool pool, boolean preserveThreadLocals) {
            super(group, pool, preserveThreadLocals);
        }
    }

    @OnEveryPool
    void aWorkerIsMadeInAGroup(PoolShape shape) throws Exception {
        ThreadGroup group = new ThreadGroup("workers");
        PoolShape.using(
                new ForkJoinPool(
                        shape.workers, pool -> new Worker(group, pool, true), null, shape.async),
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> assertSame(group, Thread.currentThread().getThreadGroup())));
    }

    @Test
    void preservedThreadLocalsLastFromTaskToTask() throws Exception {
        ThreadLocal<String> local = new ThreadLocal<>();
        PoolShape.using(
                new ForkJoinPool(1, pool -> new Worker(null, pool, true), null, false),
                pool -> {
                    PoolShape.runIn(pool, () -> local.set("kept"));
                    PoolShape.runIn(pool, () -> assertEquals("kept", local.get()));
                });
    }

    @Test
    void aWorkerNeedsAPool() {
        assertThrows(NullPointerException.class, () -> new Worker(null, null, true));
        assertThrows(NullPointerException.class, () -> new Worker(null, null, false));
    }
}
