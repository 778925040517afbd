package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Tasks.Failure;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Every way to wait for a root that its descendants complete, fail, or never complete. */
@Conformance
class CompleterWaitingTest {
    private static final int DEPTH = 6;
    private static final int LEAVES = 1 << DEPTH;

    /**
     * A binary tree whose left children are never forked: whoever runs a node makes those below it,
     * and completes the last by {@code complete}, whatever its pending count.
     */
    private static final class Tree extends CountedCompleter<Void> {
        private final int depth;
        private final Counts counts;

        Tree(Tree parent, int depth, Counts counts) {
            super(parent, 1);
            this.depth = depth;
            this.counts = counts;
        }

        @Override
        public void compute() {
            Tree node = this;
            for (int below = depth - 1; below >= 0; below--) {
                new Tree(node, below, counts).fork();
                node = new Tree(node, below, counts);
            }
            if (counts.leaves.incrementAndGet() == counts.failsAt) throw new Failure();
            node.complete(null);
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            counts.completions.incrementAndGet();
        }
    }

    private static final class Counts {
        final AtomicInteger leaves = new AtomicInteger();
        final AtomicInteger completions = new AtomicInteger();
        final int failsAt;

        Counts(int failsAt) {
            this.failsAt = failsAt;
        }

        Tree tree() {
            return new Tree(null, DEPTH, this);
        }
    }

    /** Waits, in its own run, for those on which its completion depends. */
    private static final class WaitsForItsLeaves extends CountedCompleter<Void> {
        private static final int LEAVES = 5;

        private final AtomicInteger leaves = new AtomicInteger();
        private volatile int whenJoined;

        private static final class Leaf extends CountedCompleter<Void> {
            private final AtomicInteger leaves;

            Leaf(WaitsForItsLeaves root) {
                super(root);
                leaves = root.leaves;
            }

            @Override
            public void compute() {
                leaves.incrementAndGet();
                tryComplete();
            }
        }

        @Override
        public void compute() {
            setPendingCount(LEAVES);
            for (int i = 0; i < LEAVES; i++) new Leaf(this).fork();
            tryComplete();
            join();
            whenJoined = leaves.get();
        }
    }

    /** It does not wait for the end of that run. */
    @OnEveryPool
    void aCompleterJoinsItself(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    WaitsForItsLeaves root = new WaitsForItsLeaves();
                    pool.submit(root).join();
                    Waiting.until(() -> root.whenJoined == WaitsForItsLeaves.LEAVES, "it goes on");
                });
    }

    private enum Way {
        INVOKE,
        QUIETLY_INVOKE,
        JOIN,
        QUIETLY_JOIN,
        GET,
        TIMED_GET;

        boolean forks() {
            return this != INVOKE && this != QUIETLY_INVOKE;
        }

        boolean isQuiet() {
            return this == QUIETLY_INVOKE || this == QUIETLY_JOIN;
        }

        /** Runs or awaits the task; what that throws, without a wrapper, or null. */
        Throwable waitFor(ForkJoinTask<?> task) throws Exception {
            try {
                switch (this) {
                    case INVOKE -> task.invoke();
                    case QUIETLY_INVOKE -> task.quietlyInvoke();
                    case JOIN -> task.join();
                    case QUIETLY_JOIN -> task.quietlyJoin();
                    case GET -> task.get();
                    case TIMED_GET -> task.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                }
                return null;
            } catch (ExecutionException e) {
                return e.getCause();
            } catch (RuntimeException e) {
                return e;
            }
        }

        Throwable forkAndWaitFor(ForkJoinTask<?> task) throws Exception {
            if (forks()) assertSame(task, task.fork());
            return waitFor(task);
        }
    }

    private static void assertAllCompleted(Tree tree) throws Exception {
        assertEquals(LEAVES, tree.counts.leaves.get());
        assertEquals(2 * LEAVES - 1, tree.counts.completions.get());
        TaskCompletionTest.assertCompleted(null, tree);
    }

    @OnEveryPool
    void aWorkerWaitsForTheLastLeaf(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (Way way : Way.values()) {
                        Tree tree = new Counts(0).tree();
                        assertNull(way.forkAndWaitFor(tree), way::name);
                        assertAllCompleted(tree);
                    }
                });
    }

    @OnEveryPool
    void aThreadOutsideWaitsForTheLastLeaf(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (Way way : Way.values()) {
                        Tree tree = new Counts(0).tree();
                        if (way.forks()) pool.execute(tree);
                        assertNull(way.waitFor(tree), way::name);
                        assertAllCompleted(tree);
                    }
                    Tree submitted = new Counts(0).tree();
                    assertSame(submitted, pool.submit(submitted));
                    assertNull(submitted.join());
                    assertAllCompleted(submitted);
                    Tree invoked = new Counts(0).tree();
                    assertNull(pool.invoke(invoked));
                    assertAllCompleted(invoked);
                });
    }

    @OnEveryPool
    void theFailureOfAnyLeafEndsTheWait(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (int failsAt : new int[] {1, LEAVES / 2, LEAVES}) {
                        for (Way way : Way.values()) {
                            Tree tree = new Counts(failsAt).tree();
                            Throwable thrown = way.forkAndWaitFor(tree);
                            if (way.isQuiet()) assertNull(thrown, way::name);
                            else assertInstanceOf(Failure.class, thrown, way::name);
                            TaskExceptionTest.assertFailed(Failure.class, tree);
                        }
                    }
                });
    }

    @OnEveryPool
    void aRootThatIsCancelledBeforehandDoesNotRun(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    for (Way way : Way.values()) {
                        Tree tree = new Counts(0).tree();
                        tree.cancel(true);
                        Throwable thrown = way.forkAndWaitFor(tree);
                        if (way.isQuiet()) assertNull(thrown, way::name);
                        else assertInstanceOf(CancellationException.class, thrown, way::name);
                        CancellationTest.assertCancelled(tree);
                        ForkJoinTask.helpQuiesce();
                        assertEquals(0, tree.counts.leaves.get());
                    }
                });
    }

    @OnEveryPool
    void invokeAllWaitsForTheLastLeavesOfAll(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Tree one = new Counts(0).tree();
                    Tree two = new Counts(0).tree();
                    ForkJoinTask.invokeAll(one, two);
                    assertAllCompleted(one);
                    assertAllCompleted(two);

                    List<Tree> many =
                            List.of(
                                    new Counts(0).tree(),
                                    new Counts(0).tree(),
                                    new Counts(0).tree());
                    ForkJoinTask.invokeAll(many);
                    for (Tree tree : many) assertAllCompleted(tree);
                });
    }

    @OnEveryPool
    void quiescenceComesAfterTheLastLeaf(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Tree tree = new Counts(0).tree();
                    tree.fork();
                    ForkJoinTask.helpQuiesce();
                    assertAllCompleted(tree);
                    assertEquals(0, ForkJoinTask.getQueuedTaskCount());
                });
    }
}
