package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Incomplete;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The {@code short} that a task carries for its users. */
@Conformance
class TagsTest {

    @Test
    void aNewTaskIsTaggedZero() {
        assertEquals(0, new Counted().getForkJoinTaskTag());
    }

    @Test
    void settingATagReturnsTheOldOne() {
        Counted task = new Counted();
        assertEquals(0, task.setForkJoinTaskTag(Short.MAX_VALUE));
        assertEquals(Short.MAX_VALUE, task.setForkJoinTaskTag(Short.MIN_VALUE));
        assertEquals(Short.MIN_VALUE, task.setForkJoinTaskTag((short) -1));
        assertEquals(-1, task.getForkJoinTaskTag());
    }

    @Test
    void compareAndSetSucceedsOnlyOnTheExpectedTag() {
        Counted task = new Counted();
        assertFalse(task.compareAndSetForkJoinTaskTag((short) 1, (short) 2));
        assertEquals(0, task.getForkJoinTaskTag());
        assertTrue(task.compareAndSetForkJoinTaskTag((short) 0, (short) -2));
        assertEquals(-2, task.getForkJoinTaskTag());
        assertFalse(task.compareAndSetForkJoinTaskTag((short) 0, (short) 3));
        assertTrue(task.compareAndSetForkJoinTaskTag((short) -2, (short) 0));
        assertEquals(0, task.getForkJoinTaskTag());
    }

    @Test
    void completionAndTagLeaveEachOtherAlone() {
        for (short tag : new short[] {Short.MIN_VALUE, -1, 1, Short.MAX_VALUE}) {
            Incomplete<String> completed = new Incomplete<>();
            completed.setForkJoinTaskTag(tag);
            TaskCompletionTest.assertNotDone(completed);
            completed.complete("value");
            assertEquals(tag, completed.getForkJoinTaskTag());
            assertEquals(tag, completed.setForkJoinTaskTag((short) 5));
            assertTrue(completed.isCompletedNormally());

            Incomplete<String> cancelled = new Incomplete<>();
            cancelled.cancel(false);
            cancelled.setForkJoinTaskTag(tag);
            assertEquals(tag, cancelled.getForkJoinTaskTag());
            assertTrue(cancelled.isCancelled());

            Incomplete<String> failed = new Incomplete<>();
            failed.setForkJoinTaskTag(tag);
            failed.completeExceptionally(new Failure());
            assertEquals(tag, failed.getForkJoinTaskTag());
            assertThrows(Failure.class, failed::join);
            assertFalse(failed.isCancelled());
        }
    }

    @OnEveryPool
    void oneOfManyVisitorsMarksATask(PoolShape shape) throws Exception {
        final class Visitor extends RecursiveAction {
            private final List<Counted> nodes;
            private int marked;

            Visitor(List<Counted> nodes) {
                this.nodes = nodes;
            }

            @Override
            protected void compute() {
                for (Counted node : nodes) {
                    if (node.compareAndSetForkJoinTaskTag((short) 0, (short) 1)) marked++;
                }
            }
        }
        List<Counted> nodes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) nodes.add(new Counted());
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < 8; i++) visitors.add(new Visitor(nodes));
        shape.inside(() -> ForkJoinTask.invokeAll(visitors));
        assertEquals(nodes.size(), visitors.stream().mapToInt(visitor -> visitor.marked).sum());
    }

    @OnEveryPool
    void taggingATaskWhileItCompletesLosesNeither(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 1_000; i++) {
                        Counted task = new Counted();
                        pool.execute(task);
                        for (short tag = 1; tag <= 20; tag++) {
                            assertEquals(tag - 1, task.setForkJoinTaskTag(tag));
                        }
                        task.join();
                        assertEquals(20, task.getForkJoinTaskTag());
                    }
                });
    }
}
