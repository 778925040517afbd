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
import org.junit.jupiter.api.Test;

/** How completion moves from a completer to the one that waits for it. */
@Conformance
class CompleterCompletionTest {

    /** Writes down who called its {@code onCompletion}. */
    private static class Recorder extends CountedCompleter<String> {
        final List<CountedCompleter<?>> callers = new ArrayList<>();
        String result;

        Recorder(CountedCompleter<?> completer, int pending) {
            super(completer, pending);
        }

        @Override
        public void compute() {}

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            assertFalse(isDone(), "onCompletion comes before completion");
            callers.add(caller);
        }

        @Override
        public String getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(String value) {
            result = value;
        }
    }

    private final Recorder root = new Recorder(null, 0);
    private final Recorder middle = new Recorder(root, 0);
    private final Recorder leaf = new Recorder(middle, 0);

    private void assertCallers(
            List<CountedCompleter<?>> ofRoot,
            List<CountedCompleter<?>> ofMiddle,
            List<CountedCompleter<?>> ofLeaf) {
        assertEquals(ofRoot, root.callers);
        assertEquals(ofMiddle, middle.callers);
        assertEquals(ofLeaf, leaf.callers);
    }

    @Test
    void tryCompleteWithPendingCountOnlyDecrements() {
        leaf.setPendingCount(2);
        leaf.tryComplete();
        assertEquals(1, leaf.getPendingCount());
        assertFalse(leaf.isDone());
        assertCallers(List.of(), List.of(), List.of());
    }

    @Test
    void tryCompleteAtZeroRunsUpToTheRoot() {
        leaf.tryComplete();
        assertCallers(List.of(middle), List.of(leaf), List.of(leaf));
        assertTrue(root.isDone());
        assertTrue(root.isCompletedNormally());
    }

    @Test
    void tryCompleteStopsAtTheFirstCompleterThatStillWaits() {
        middle.setPendingCount(1);
        leaf.tryComplete();
        assertCallers(List.of(), List.of(), List.of(leaf));
        assertEquals(0, middle.getPendingCount());
        assertFalse(root.isDone());

        new Recorder(middle, 0).tryComplete();
        assertEquals(1, middle.callers.size());
        assertEquals(List.of(middle), root.callers);
        assertTrue(root.isDone());
    }

    @Test
    void propagateCompletionDoesTheSameWithoutCallbacks() {
        leaf.setPendingCount(1);
        leaf.propagateCompletion();
        assertEquals(0, leaf.getPendingCount());
        assertFalse(root.isDone());

        leaf.propagateCompletion();
        assertTrue(root.isDone());
        assertCallers(List.of(), List.of(), List.of());
    }

    @Test
    void completeIgnoresThePendingCountAndTriesTheCompleter() {
        leaf.setPendingCount(5);
        middle.setPendingCount(1);
        leaf.complete("value");
        assertTrue(leaf.isCompletedNormally());
        assertEquals("value", leaf.join());
        assertEquals(5, leaf.getPendingCount());
        assertEquals(0, middle.getPendingCount());
        assertFalse(middle.isDone());
        assertCallers(List.of(), List.of(), List.of(leaf));

        new Recorder(middle, 0).complete("another");
        assertTrue(root.isDone());
        assertEquals(List.of(middle), root.callers);
    }

    @Test
    void completeSetsTheResultBeforeTheCallback() {
        List<String> seen = new ArrayList<>();
        Recorder task =
                new Recorder(null, 0) {
                    @Override
                    public void onCompletion(CountedCompleter<?> caller) {
                        seen.add(result);
                    }
                };
        task.complete("value");
        assertEquals(List.of("value"), seen);
    }

    @Test
    void quietlyCompleteTouchesOnlyTheTaskItself() {
        leaf.quietlyComplete();
        assertTrue(leaf.isCompletedNormally());
        assertFalse(middle.isDone());
        assertFalse(root.isDone());
        assertCallers(List.of(), List.of(), List.of());
    }

    @Test
    void quietlyCompleteRootCompletesTheRootAlone() {
        middle.setPendingCount(3);
        leaf.quietlyCompleteRoot();
        assertTrue(root.isCompletedNormally());
        assertFalse(middle.isDone());
        assertFalse(leaf.isDone());
        assertEquals(3, middle.getPendingCount());
        assertCallers(List.of(), List.of(), List.of());
    }

    @Test
    void firstCompleteGivesTheTaskAtZeroAndDecrementsOtherwise() {
        leaf.setPendingCount(1);
        assertNull(leaf.firstComplete());
        assertEquals(0, leaf.getPendingCount());
        assertSame(leaf, leaf.firstComplete());
        assertFalse(leaf.isDone());
    }

    @Test
    void nextCompleteGoesUpAndCompletesTheRoot() {
        assertSame(middle, leaf.nextComplete());
        middle.setPendingCount(0);
        root.setPendingCount(1);
        assertNull(middle.nextComplete());
        assertEquals(0, root.getPendingCount());
        assertFalse(root.isDone());
        assertSame(root, middle.nextComplete());
        assertNull(root.nextComplete());
        assertTrue(root.isCompletedNormally());
        assertCallers(List.of(), List.of(), List.of());
    }

    @Test
    void aTaskIsNotDoneWhenItsComputeReturns() {
        Recorder task = new Recorder(null, 0);
        task.fork();
        ForkJoinTask.helpQuiesce();
        assertFalse(task.isDone());
        task.tryComplete();
        assertTrue(task.isDone());
        assertNull(task.join());
    }

    @Test
    void byDefaultThereIsNoResult() {
        CompleterPendingCountTest.Idle task = new CompleterPendingCountTest.Idle();
        assertNull(task.getRawResult());
        task.complete(null);
        assertNull(task.join());
    }

    /** A binary tree of tasks of which each completes when both its children have. */
    private static final class Tree extends CountedCompleter<Void> {
        private final int depth;
        private final List<Tree> children = new ArrayList<>();
        private int completions;

        Tree(Tree parent, int depth) {
            super(parent);
            this.depth = depth;
        }

        @Override
        public void compute() {
            if (depth > 0) {
                children.add(new Tree(this, depth - 1));
                children.add(new Tree(this, depth - 1));
                setPendingCount(2);
                for (Tree child : children) child.fork();
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            completions++;
            for (Tree child : children) assertEquals(1, child.completions);
        }

        private int nodes() {
            int nodes = 1;
            for (Tree child : children) nodes += child.nodes();
            return nodes;
        }

        private boolean allCompletedOnce() {
            return completions == 1 && children.stream().allMatch(Tree::allCompletedOnce);
        }
    }

    @OnEveryPool
    void everyNodeOfATreeCompletesOnceAfterItsChildren(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 20; i++) {
                        Tree tree = new Tree(null, 8);
                        pool.invoke(tree);
                        assertTrue(tree.isCompletedNormally());
                        assertEquals(511, tree.nodes());
                        assertTrue(tree.allCompletedOnce());
                    }
                });
    }

    @OnEveryPool
    void aWorkerJoinsATree(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (int i = 0; i < 20; i++) {
                        Tree tree = new Tree(null, 8);
                        tree.fork();
                        tree.join();
                        assertTrue(tree.allCompletedOnce());
                    }
                });
    }

    @Test
    void aTreeRunsWithoutAPool() {
        Tree tree = new Tree(null, 8);
        tree.invoke();
        assertTrue(tree.allCompletedOnce());
    }
}
