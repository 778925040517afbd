package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a completer is made with: its completer, its root, and the count of what it waits for. */
@Conformance
class CompleterPendingCountTest {

    static final class Idle extends CountedCompleter<Void> {
        Idle() {}

        Idle(CountedCompleter<?> completer) {
            super(completer);
        }

        Idle(CountedCompleter<?> completer, int pending) {
            super(completer, pending);
        }

        @Override
        public void compute() {}
    }

    @Test
    void aCompleterKnowsItsCompleterAndRoot() {
        Idle root = new Idle();
        Idle child = new Idle(root);
        Idle grandchild = new Idle(child, 3);
        assertNull(root.getCompleter());
        assertSame(root, child.getCompleter());
        assertSame(child, grandchild.getCompleter());
        assertSame(root, root.getRoot());
        assertSame(root, child.getRoot());
        assertSame(root, grandchild.getRoot());
        assertNull(new Idle(null).getCompleter());
        assertNull(new Idle(null, 1).getCompleter());
    }

    @Test
    void theCountStartsAtZeroOrAsGiven() {
        assertEquals(0, new Idle().getPendingCount());
        assertEquals(0, new Idle(new Idle()).getPendingCount());
        for (int count : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertEquals(count, new Idle(null, count).getPendingCount());
        }
    }

    @Test
    void theCountIsSetAndAddedTo() {
        Idle task = new Idle();
        task.setPendingCount(7);
        assertEquals(7, task.getPendingCount());
        task.addToPendingCount(3);
        assertEquals(10, task.getPendingCount());
        task.addToPendingCount(-4);
        assertEquals(6, task.getPendingCount());
        task.setPendingCount(Integer.MAX_VALUE);
        task.addToPendingCount(1);
        assertEquals(Integer.MIN_VALUE, task.getPendingCount());
    }

    @Test
    void compareAndSetSucceedsOnlyOnTheExpectedCount() {
        Idle task = new Idle(null, 2);
        assertFalse(task.compareAndSetPendingCount(1, 5));
        assertEquals(2, task.getPendingCount());
        assertTrue(task.compareAndSetPendingCount(2, 5));
        assertEquals(5, task.getPendingCount());
    }

    @Test
    void decrementingStopsAtZeroAndTellsTheCountBefore() {
        Idle task = new Idle(null, 2);
        assertEquals(2, task.decrementPendingCountUnlessZero());
        assertEquals(1, task.decrementPendingCountUnlessZero());
        assertEquals(0, task.decrementPendingCountUnlessZero());
        assertEquals(0, task.getPendingCount());
    }

    @Test
    void aNegativeCountIsDecrementedLikeAnyOther() {
        Idle task = new Idle(null, -1);
        assertEquals(-1, task.decrementPendingCountUnlessZero());
        assertEquals(-2, task.getPendingCount());
        task.tryComplete();
        assertEquals(-3, task.getPendingCount());
        assertFalse(task.isDone());
    }

    @OnEveryPool
    void changesFromManyTasksAllCount(PoolShape shape) throws Exception {
        Idle counter = new Idle();
        AtomicInteger taken = new AtomicInteger();
        List<ForkJoinTask<?>> adders = new ArrayList<>();
        List<ForkJoinTask<?>> takers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            adders.add(
                    ForkJoinTask.adapt(
                            () -> {
                                for (int j = 0; j < 1_000; j++) counter.addToPendingCount(1);
                            }));
            takers.add(
                    ForkJoinTask.adapt(
                            () -> {
                                while (counter.decrementPendingCountUnlessZero() != 0) {
                                    taken.incrementAndGet();
                                }
                            }));
        }
        shape.inside(
                () -> {
                    ForkJoinTask.invokeAll(adders);
                    assertEquals(8_000, counter.getPendingCount());
                    ForkJoinTask.invokeAll(takers);
                });
        assertEquals(0, counter.getPendingCount());
        assertEquals(8_000, taken.get());
    }
}
