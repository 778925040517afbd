package dev.cleave.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import dev.cleave.Scheduling;
import dev.cleave.conformance.Conformance;
import dev.cleave.conformance.PoolShape;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fork allocates the task, and nothing else. */
@Conformance
class AllocationTest {
    private static final int FORKS = 100_000;

    /** A header of 12 bytes, 4 of ours, the result and the field; java.util.concurrent's: 32. */
    private static final double TASK_BYTES = 24;

    /** Stacks and deques that grow or are renewed, spread over all forks. */
    private static final double SLACK = 0.5;

    private static final class Leaf extends RecursiveTask<Object> {
        private static final long serialVersionUID = 1L;
        private final int n;

        Leaf(int n) {
            this.n = n;
        }

        @Override
        protected Object compute() {
            return n < 0 ? this : null;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Scheduling.class,
            names = {"LINKED", "SHARED"}, // which have an entry for each task
            mode = EnumSource.Mode.EXCLUDE)
    void aForkAllocatesItsTaskOnly(Scheduling scheduling) throws Exception {
        PoolShape.using(
                ForkJoinPool.builder().scheduling(scheduling).workers(1).build(),
                pool ->
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    forkAndJoin(FORKS); // so that what is made once is there
                                    assertEquals(
                                            TASK_BYTES, forkAndJoin(FORKS) / (double) FORKS, SLACK);
                                }));
    }

    /** The bytes that the calling thread allocates for so many forks. */
    private static long forkAndJoin(int forks) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        for (int i = 0; i < forks; i += 2) {
            Leaf first = new Leaf(i);
            first.fork();
            Leaf second = new Leaf(i + 1);
            second.fork();
            second.join();
            first.join();
        }
        return threads.getThreadAllocatedBytes(id) - before;
    }
}
