package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.Scheduling;
import dev.cleave.SyncTask;
import dev.cleave.conformance.Background;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A task without stack or heap fails; its joiner is told, and the pool goes on. */
class ResourceErrorsTest {

    /**
     * Forks and joins itself until the stack is full, in whatever frame that is. If that is between
     * the fork and the join, the forked task goes on, on a fresh stack: until it is told to end.
     */
    private static final class Forks extends RecursiveTask<Integer> {
        private final AtomicBoolean ended;

        Forks(AtomicBoolean ended) {
            this.ended = ended;
        }

        @Override
        protected Integer compute() {
            if (ended.get()) return 0;
            Forks next = new Forks(ended);
            next.fork();
            return next.join() + 1;
        }
    }

    private static final class InvokesForEver extends RecursiveAction {
        @Override
        protected void compute() {
            invokeAll(new InvokesForEver(), new InvokesForEver());
        }
    }

    private static final class SpawnsForEver extends SyncTask {
        @Override
        protected void compute() {
            spawn(new SpawnsForEver());
            sync();
        }
    }

    private static final class Recursion extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return descend(0);
        }

        private static int descend(int depth) {
            return descend(depth + 1) + depth;
        }
    }

    private static final class Greed extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return new long[Integer.MAX_VALUE].length + new long[Integer.MAX_VALUE].length;
        }
    }

    @OnEveryScheduling
    void aStackThatOverflowsInsideForksAndJoinsIsReported(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool -> {
                    for (int i = 0; i < 3; i++) {
                        AtomicBoolean ended = new AtomicBoolean();
                        assertThrows(StackOverflowError.class, () -> pool.invoke(new Forks(ended)));
                        ended.set(true);
                        Pools.assertUsable(pool);
                    }
                });
    }

    @OnEveryScheduling
    void aStackThatOverflowsInsideInvokeAllIsReported(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool ->
                        assertThrows(
                                StackOverflowError.class, () -> pool.invoke(new InvokesForEver())));
    }

    @OnEveryScheduling
    void aStackThatOverflowsInsideSyncIsReported(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool ->
                        assertThrows(
                                StackOverflowError.class, () -> pool.invoke(new SpawnsForEver())));
    }

    @OnEveryScheduling
    void whoeverWaitsForATaskThatOverflowedDeepDownIsWoken(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    AtomicReference<Background<?>> waiter = new AtomicReference<>();
                    pool.invoke(
                            new RecursiveAction() {
                                @Override
                                protected void compute() {
                                    Recursion child = new Recursion();
                                    waiter.set(Background.run(child::quietlyJoin));
                                    child.fork();
                                    // This task survives: it is not what ends that wakes the
                                    // waiter.
                                    assertThrows(StackOverflowError.class, child::join);
                                }
                            });
                    waiter.get().await();
                });
    }

    @OnEveryScheduling
    void aTaskThatAsksForTooMuchMemoryFails(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                2,
                pool -> {
                    assertThrows(OutOfMemoryError.class, () -> pool.invoke(new Greed()));
                    Throwable seenByParent =
                            pool.invoke(
                                    new RecursiveTask<Throwable>() {
                                        @Override
                                        protected Throwable compute() {
                                            Greed child = new Greed();
                                            child.fork();
                                            return assertThrows(
                                                    OutOfMemoryError.class, child::join);
                                        }
                                    });
                    assertEquals(OutOfMemoryError.class, seenByParent.getClass());
                });
    }

    @OnEveryScheduling
    void whenBothBranchesFailTheFirstIsThrownWithTheOtherSuppressed(Scheduling scheduling)
            throws Exception {
        Pools.inside(
                scheduling,
                2,
                () -> {
                    IllegalStateException first = new IllegalStateException("first");
                    IllegalArgumentException second = new IllegalArgumentException("second");
                    // The second may not begin any more; if it did, what it threw is not lost.
                    for (int i = 0; i < 100; i++) {
                        Throwable thrown =
                                assertThrows(
                                        IllegalStateException.class,
                                        () ->
                                                Cleave.join(
                                                        () ->
                                                                fail(
                                                                        new IllegalStateException(
                                                                                first)),
                                                        () -> fail(second)));
                        for (Throwable other : thrown.getSuppressed()) {
                            assertTrue(
                                    other == second || other.getCause() == second,
                                    () -> "suppressed: " + other);
                        }
                    }
                    Throwable thrown =
                            assertThrows(
                                    IllegalStateException.class,
                                    () -> Cleave.invokeAll(() -> fail(first), () -> fail(second)));
                    assertEquals(1, thrown.getSuppressed().length);
                });
    }

    private static void fail(RuntimeException failure) {
        throw failure;
    }
}
