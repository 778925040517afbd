package dev.cleave.conformance.additions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.OnEveryPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Tasks.Gate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code setParallelism}: more or fewer workers while the pool is in use. */
@Conformance
class SetParallelismTest {

    @OnEveryPool
    void theOldParallelismIsReturned(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    assertEquals(shape.workers, pool.setParallelism(3));
                    assertEquals(3, pool.getParallelism());
                    assertEquals(3, pool.setParallelism(32767));
                    assertEquals(32767, pool.setParallelism(1));
                    assertEquals(1, pool.getParallelism());
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }

    @OnEveryPool
    void sizesOutsideTheLimitsAreRefused(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int size :
                            new int[] {0, -1, Integer.MIN_VALUE, 32768, Integer.MAX_VALUE}) {
                        assertThrows(
                                IllegalArgumentException.class, () -> pool.setParallelism(size));
                    }
                    assertEquals(shape.workers, pool.getParallelism());
                });
    }

    @OnEveryPool
    void aLargerPoolRunsMoreTasksAtOnce(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    pool.invoke(new Fib(10));
                    pool.setParallelism(shape.workers + 2);
                    // Returns only when all of them have started.
                    List<Gate> gates = Gate.occupy(pool, shape.workers + 2);
                    assertTrue(pool.getPoolSize() >= shape.workers + 2);
                    gates.forEach(Gate::open);
                });
    }

    @OnEveryPool
    void aSmallerPoolStillRunsEverything(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Gate> gates = Gate.occupy(pool, shape.workers);
                    List<Counted> queued = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        Counted task = new Counted();
                        queued.add(task);
                        pool.execute(task);
                    }
                    pool.setParallelism(1);
                    gates.forEach(Gate::open);
                    for (Counted task : queued) {
                        task.join();
                        assertEquals(1, task.executions());
                    }
                    assertEquals(144, pool.invoke(new Fib(12)));
                });
    }

    @OnEveryPool
    void changesDuringAComputationDoNotDisturbIt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 50; i++) {
                        Fib fib = new Fib(14);
                        pool.execute(fib);
                        pool.setParallelism(1 + i % 5);
                        assertEquals(377, fib.join());
                    }
                });
    }

    @Test
    void theCommonPoolMayBeResizedWhenNoPropertyForbidsIt() {
        ForkJoinPool common = ForkJoinPool.commonPool();
        int before = common.getParallelism();
        try {
            assertEquals(before, common.setParallelism(before + 1));
            assertEquals(before + 1, common.getParallelism());
            assertEquals(55, common.invoke(new Fib(10)));
        } finally {
            common.setParallelism(before);
        }
    }
}
