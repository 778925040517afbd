package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.Tasks.Failure;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How an exception moves from a completer to the one that waits for it, and what stops it. */
@Conformance
class CompleterExceptionTest {

    private static class Recorder extends CountedCompleter<Void> {
        final List<Throwable> exceptions = new ArrayList<>();
        final List<CountedCompleter<?>> callers = new ArrayList<>();
        boolean propagate = true;
        boolean fail;

        Recorder(CountedCompleter<?> completer) {
            super(completer);
        }

        @Override
        public void compute() {
            if (fail) throw new Failure();
            tryComplete();
        }

        @Override
        public boolean onExceptionalCompletion(Throwable exception, CountedCompleter<?> caller) {
            assertTrue(isCompletedAbnormally());
            exceptions.add(exception);
            callers.add(caller);
            return propagate;
        }
    }

    private final Recorder root = new Recorder(null);
    private final Recorder middle = new Recorder(root);
    private final Recorder leaf = new Recorder(middle);

    private void assertFailedFromLeafToRoot() {
        for (Recorder task : List.of(leaf, middle, root)) {
            assertTrue(task.isCompletedAbnormally());
            assertFalse(task.isCancelled());
            assertInstanceOf(Failure.class, task.getException());
            assertThrows(Failure.class, task::join);
            assertEquals(1, task.exceptions.size());
            assertInstanceOf(Failure.class, task.exceptions.get(0));
        }
        assertEquals(List.of(leaf), leaf.callers);
    }

    @Test
    void completeExceptionallyFailsEveryCompleterUpToTheRoot() {
        middle.setPendingCount(4);
        Failure failure = new Failure();
        leaf.completeExceptionally(failure);
        assertFailedFromLeafToRoot();
        assertSame(failure, leaf.exceptions.get(0));
        assertSame(failure, root.exceptions.get(0));
        assertSame(failure, root.getException());
    }

    @OnEveryPool
    void anExceptionInComputeFailsEveryCompleterUpToTheRoot(PoolShape shape) throws Exception {
        Recorder poolRoot = new Recorder(null);
        Recorder poolMiddle = new Recorder(poolRoot);
        Recorder poolLeaf = new Recorder(poolMiddle);
        poolLeaf.fail = true;
        shape.outside(
                pool -> {
                    assertThrows(Failure.class, () -> pool.invoke(poolLeaf));
                    assertThrows(Failure.class, poolMiddle::join);
                    assertThrows(Failure.class, poolRoot::join);
                });
        assertEquals(1, poolRoot.exceptions.size());
        assertInstanceOf(Failure.class, poolRoot.exceptions.get(0));
    }

    @OnEveryPool
    void whoJoinsTheRootGetsTheExceptionOfALeaf(PoolShape shape) throws Exception {
        final class Tree extends CountedCompleter<Void> {
            private final int depth;

            Tree(Tree parent, int depth) {
                super(parent);
                this.depth = depth;
            }

            @Override
            public void compute() {
                if (depth == 0) throw new Failure();
                setPendingCount(2);
                new Tree(this, depth - 1).fork();
                new Tree(this, depth - 1).fork();
                tryComplete();
            }
        }
        shape.outside(
                pool -> {
                    Tree tree = new Tree(null, 5);
                    assertThrows(Failure.class, () -> pool.invoke(tree));
                    assertTrue(tree.isCompletedAbnormally());
                });
        shape.inside(
                () -> {
                    Tree tree = new Tree(null, 5);
                    tree.fork();
                    assertThrows(Failure.class, tree::join);
                });
    }

    @Test
    void aCallbackThatReturnsFalseStopsTheException() {
        middle.propagate = false;
        leaf.completeExceptionally(new Failure());
        assertTrue(leaf.isCompletedAbnormally());
        assertTrue(middle.isCompletedAbnormally());
        assertFalse(root.isDone());
        assertTrue(root.exceptions.isEmpty());
    }

    @Test
    void aCompleterThatHasCompletedKeepsItsOutcome() {
        middle.quietlyComplete();
        leaf.completeExceptionally(new Failure());
        assertTrue(leaf.isCompletedAbnormally());
        assertTrue(middle.isCompletedNormally());
        assertTrue(middle.exceptions.isEmpty());
        assertFalse(root.isDone());
    }

    @Test
    void anExceptionAfterCompletionIsIgnored() {
        leaf.quietlyComplete();
        leaf.completeExceptionally(new Failure());
        assertTrue(leaf.isCompletedNormally());
        assertTrue(leaf.exceptions.isEmpty());
        assertFalse(middle.isDone());
    }

    @Test
    void byDefaultAnExceptionIsPassedOn() {
        CompleterPendingCountTest.Idle top = new CompleterPendingCountTest.Idle(null, 1);
        CompleterPendingCountTest.Idle bottom = new CompleterPendingCountTest.Idle(top);
        assertTrue(bottom.onExceptionalCompletion(new Failure(), bottom));
        bottom.completeExceptionally(new Failure());
        assertThrows(Failure.class, top::join);
    }

    @OnEveryPool
    void anExceptionInOnCompletionFailsTheTask(PoolShape shape) throws Exception {
        final class FailsOnCompletion extends CountedCompleter<Void> {
            @Override
            public void compute() {
                tryComplete();
            }

            @Override
            public void onCompletion(CountedCompleter<?> caller) {
                throw new Failure();
            }
        }
        shape.outside(
                pool -> {
                    FailsOnCompletion task = new FailsOnCompletion();
                    assertThrows(Failure.class, () -> pool.invoke(task));
                    assertTrue(task.isCompletedAbnormally());
                });
    }

    @Test
    void cancellationStaysWithTheCancelledCompleter() {
        middle.setPendingCount(1);
        assertTrue(leaf.cancel(false));
        assertTrue(leaf.isCancelled());
        assertThrows(CancellationException.class, leaf::join);
        assertTrue(leaf.exceptions.isEmpty());
        assertFalse(middle.isDone());
        assertEquals(1, middle.getPendingCount());
    }

    @Test
    void anExceptionAfterCancellationIsIgnored() {
        leaf.cancel(false);
        leaf.completeExceptionally(new Failure());
        assertTrue(leaf.isCancelled());
        assertTrue(leaf.exceptions.isEmpty());
        assertFalse(middle.isDone());
    }

    @Test
    void aMissingExceptionIsARuntimeException() {
        leaf.completeExceptionally(null);
        for (Recorder task : List.of(leaf, middle, root)) {
            RuntimeException thrown = assertThrows(RuntimeException.class, task::join);
            assertSame(RuntimeException.class, thrown.getClass());
            assertNull(thrown.getCause());
            assertSame(thrown, task.exceptions.get(0));
        }
    }

    @OnEveryPool
    void whatComputeThrowsAfterItsCompletionIsIgnored(PoolShape shape) throws Exception {
        final class CompletesAndThrows extends Recorder {
            CompletesAndThrows(CountedCompleter<?> completer) {
                super(completer);
            }

            @Override
            public void compute() {
                quietlyComplete();
                throw new Failure();
            }
        }
        shape.outside(
                pool -> {
                    Recorder above = new Recorder(null);
                    Recorder task = new CompletesAndThrows(above);
                    pool.invoke(task);
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertTrue(task.isCompletedNormally());
                    assertTrue(task.exceptions.isEmpty());
                    assertFalse(above.isDone());
                });
    }

    @OnEveryPool
    void aCallbackThatThrowsLeavesThePoolAlive(PoolShape shape) throws Exception {
        final class ThrowsTwice extends CountedCompleter<Void> {
            @Override
            public void compute() {
                throw new Failure();
            }

            @Override
            public boolean onExceptionalCompletion(Throwable e, CountedCompleter<?> caller) {
                throw new IllegalStateException("from the callback");
            }
        }
        UncaughtExceptionHandler silent = (thread, failure) -> {};
        PoolShape.using(
                new ForkJoinPool(
                        shape.workers,
                        ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                        silent,
                        shape.async),
                pool -> {
                    ThrowsTwice task = new ThrowsTwice();
                    pool.execute(task);
                    assertThrows(Failure.class, task::join);
                    assertEquals("alive", pool.submit(() -> "alive").get());
                });
    }
}
