package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.ForkJoinPool;
import dev.cleave.Scheduling;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Fib;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** Pools of a discipline, which must work after the test as before, and stop on request. */
final class Pools {
    private Pools() {}

    /** Runs the body in the calling thread with a new pool. */
    static void outside(Scheduling scheduling, int workers, ThrowingConsumer<ForkJoinPool> body)
            throws Exception {
        PoolShape.using(
                ForkJoinPool.builder().scheduling(scheduling).workers(workers).build(),
                pool -> {
                    body.accept(pool);
                    assertUsable(pool);
                });
    }

    /** Runs the body in a worker of a new pool. */
    static void inside(Scheduling scheduling, int workers, Executable body) throws Exception {
        outside(scheduling, workers, pool -> PoolShape.runIn(pool, body));
    }

    /** A program with some thousand tasks gives the right result. */
    static void assertUsable(ForkJoinPool pool) {
        assertEquals(610, pool.invoke(new Fib(15)));
    }
}
