package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.RecursiveTask;
import dev.cleave.conformance.Tasks.Failing;
import dev.cleave.conformance.Tasks.Fib;

/** A task that runs out of stack or memory fails as any other task does; its pool goes on. */
@Conformance
class ResourceErrorTest {

    private static final class Bottomless extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return descend(0);
        }

        private int descend(int depth) {
            return descend(depth + 1) + depth;
        }
    }

    @OnEveryPool
    void stackOverflowReachesTheJoiner(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 3; i++) {
                        assertThrows(StackOverflowError.class, () -> pool.invoke(new Bottomless()));
                        assertEquals(55, pool.invoke(new Fib(10)));
                    }
                });
    }

    @OnEveryPool
    void outOfMemoryReachesTheJoiner(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 3; i++) {
                        Failing task = new Failing(new OutOfMemoryError("pretended"));
                        assertThrows(OutOfMemoryError.class, () -> pool.invoke(task));
                        assertEquals(55, pool.invoke(new Fib(10)));
                    }
                });
    }

    @OnEveryPool
    void anArrayBeyondTheHeapReachesTheJoinerAsOutOfMemory(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    RecursiveTask<Integer> greedy =
                            new RecursiveTask<>() {
                                @Override
                                protected Integer compute() {
                                    return new long[Integer.MAX_VALUE].length
                                            + new long[Integer.MAX_VALUE].length;
                                }
                            };
                    assertThrows(OutOfMemoryError.class, () -> pool.invoke(greedy));
                    assertEquals(55, pool.invoke(new Fib(10)));
                });
    }
}
