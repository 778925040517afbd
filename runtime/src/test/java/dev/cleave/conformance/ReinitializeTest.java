package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** A task that has completed in any way can be made to run again. */
@Conformance
class ReinitializeTest {

    private static void assertReset(ForkJoinTask<?> task) {
        assertFalse(task.isDone());
        assertFalse(task.isCancelled());
        assertFalse(task.isCompletedNormally());
        assertFalse(task.isCompletedAbnormally());
        assertNull(task.getException());
    }

    @OnEveryPool
    void aTaskRunsOncePerReinitialization(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Counted task = new Counted();
                    for (int i = 1; i <= 10; i++) {
                        task.fork();
                        task.join();
                        assertEquals(i, task.executions());
                        task.reinitialize();
                        assertReset(task);
                    }
                    task.invoke();
                    assertEquals(11, task.executions());
                });
    }

    @Test
    void theRawResultIsKept() {
        Fib task = new Fib(10);
        task.invoke();
        task.reinitialize();
        assertReset(task);
        assertEquals(55, task.getRawResult());
        assertEquals(55, task.invoke());
    }

    @Test
    void theTagIsZeroAgain() {
        Counted task = new Counted();
        task.setForkJoinTaskTag((short) -7);
        task.invoke();
        assertEquals(-7, task.getForkJoinTaskTag());
        task.reinitialize();
        assertEquals(0, task.getForkJoinTaskTag());
        assertReset(task);
    }

    @Test
    void cancellationIsForgotten() {
        Counted task = new Counted();
        task.cancel(false);
        assertThrows(CancellationException.class, task::join);
        task.reinitialize();
        assertReset(task);
        task.invoke();
        assertTrue(task.isCompletedNormally());
        assertEquals(1, task.executions());
    }

    @OnEveryPool
    void anExceptionIsForgotten(PoolShape shape) throws Exception {
        class FailsOnce extends RecursiveAction {
            private boolean failed;

            @Override
            protected void compute() {
                if (failed) return;
                failed = true;
                throw new Failure();
            }
        }
        shape.outside(
                pool -> {
                    FailsOnce task = new FailsOnce();
                    assertThrows(Failure.class, () -> pool.invoke(task));
                    task.reinitialize();
                    assertReset(task);
                    pool.invoke(task);
                    assertTrue(task.isCompletedNormally());
                });
    }

    /** A tree made once whose every run adds one to each leaf. */
    private static final class Tree extends RecursiveAction {
        private final Tree left;
        private final Tree right;
        private int runs;

        Tree(int depth) {
            left = depth == 0 ? null : new Tree(depth - 1);
            right = depth == 0 ? null : new Tree(depth - 1);
        }

        @Override
        protected void compute() {
            runs++;
            if (left == null) return;
            left.reinitialize();
            right.reinitialize();
            invokeAll(left, right);
        }

        int totalRuns() {
            return left == null ? runs : runs + left.totalRuns() + right.totalRuns();
        }
    }

    @OnEveryPool
    void aPreconstructedTreeRunsInALoop(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Tree root = new Tree(6);
                    for (int i = 0; i < 50; i++) {
                        root.reinitialize();
                        pool.invoke(root);
                    }
                    assertEquals(50 * 127, root.totalRuns());
                });
    }
}
