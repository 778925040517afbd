package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.CountedCompleter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The designs that completers exist for: visiting, reducing, searching, triggering, helping. */
@Conformance
class CompleterProgramsTest {

    private static final int SIZE = 10_000;

    /** Forks the right halves and does the leftmost element itself; nothing to do on completion. */
    private static final class Visitor extends CountedCompleter<Void> {
        private final AtomicIntegerArray visits;
        private final int from;
        private final int to;

        Visitor(Visitor parent, AtomicIntegerArray visits, int from, int to) {
            super(parent);
            this.visits = visits;
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            int end = to;
            while (end - from > 1) {
                int middle = (from + end) >>> 1;
                addToPendingCount(1);
                new Visitor(this, visits, middle, end).fork();
                end = middle;
            }
            if (end > from) visits.incrementAndGet(from);
            propagateCompletion();
        }
    }

    @OnEveryPool
    void everyElementIsVisitedOnce(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    AtomicIntegerArray visits = new AtomicIntegerArray(SIZE);
                    pool.invoke(new Visitor(null, visits, 0, SIZE));
                    for (int i = 0; i < SIZE; i++) assertEquals(1, visits.get(i));
                });
    }

    /** Reduces in {@code onCompletion}, from the two children it remembers. */
    static final class Summer extends CountedCompleter<Long> {
        private final int from;
        private final int to;
        private Summer left;
        private Summer right;
        private long sum;

        Summer(Summer parent, int from, int to) {
            super(parent);
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (to - from > 10) {
                int middle = (from + to) >>> 1;
                left = new Summer(this, from, middle);
                right = new Summer(this, middle, to);
                setPendingCount(1);
                right.fork();
                left.compute();
                return;
            }
            for (int i = from; i < to; i++) sum += i;
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) sum = left.sum + right.sum;
        }

        @Override
        public Long getRawResult() {
            return sum;
        }
    }

    /** Reduces along the completion path by hand. */
    private static final class TraversingSummer extends CountedCompleter<Long> {
        private final int from;
        private final int to;
        private final TraversingSummer next;
        private TraversingSummer forks;
        private long sum;

        TraversingSummer(TraversingSummer parent, int from, int to, TraversingSummer next) {
            super(parent);
            this.from = from;
            this.to = to;
            this.next = next;
        }

        @Override
        public void compute() {
            int end = to;
            while (end - from > 10) {
                int middle = (from + end) >>> 1;
                addToPendingCount(1);
                forks = new TraversingSummer(this, middle, end, forks);
                forks.fork();
                end = middle;
            }
            for (int i = from; i < end; i++) sum += i;
            for (CountedCompleter<?> c = firstComplete(); c != null; c = c.nextComplete()) {
                TraversingSummer task = (TraversingSummer) c;
                for (TraversingSummer s = task.forks; s != null; s = task.forks = s.next) {
                    task.sum += s.sum;
                }
            }
        }

        @Override
        public Long getRawResult() {
            return sum;
        }
    }

    @OnEveryPool
    void aReductionCombinesEveryPart(PoolShape shape) throws Exception {
        long expected = (long) SIZE * (SIZE - 1) / 2;
        shape.outside(
                pool -> {
                    assertEquals(expected, pool.invoke(new Summer(null, 0, SIZE)));
                    assertEquals(expected, pool.invoke(new TraversingSummer(null, 0, SIZE, null)));
                });
        shape.inside(
                () -> {
                    assertEquals(expected, new Summer(null, 0, SIZE).fork().join());
                    assertEquals(expected, new Summer(null, 0, SIZE).invoke());
                    assertEquals(expected, new TraversingSummer(null, 0, SIZE, null).fork().join());
                });
    }

    /** Completes the root as soon as one part has found the value. */
    private static final class Searcher extends CountedCompleter<Integer> {
        private final AtomicReference<Integer> found;
        private final int wanted;
        private final int from;
        private final int to;

        Searcher(Searcher parent, AtomicReference<Integer> found, int wanted, int from, int to) {
            super(parent);
            this.found = found;
            this.wanted = wanted;
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            int end = to;
            while (found.get() == null && end - from > 1) {
                int middle = (from + end) >>> 1;
                addToPendingCount(1);
                new Searcher(this, found, wanted, middle, end).fork();
                end = middle;
            }
            if (from == wanted && found.compareAndSet(null, from)) quietlyCompleteRoot();
            tryComplete();
        }

        @Override
        public Integer getRawResult() {
            return found.get();
        }
    }

    @OnEveryPool
    void aSearchEndsWhenFoundOrExhausted(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int wanted : new int[] {0, 1, SIZE / 2, SIZE - 1}) {
                        Searcher search =
                                new Searcher(null, new AtomicReference<>(), wanted, 0, SIZE);
                        assertEquals(wanted, pool.invoke(search));
                    }
                    Searcher hopeless = new Searcher(null, new AtomicReference<>(), -1, 0, SIZE);
                    assertNull(pool.invoke(hopeless));
                });
    }

    @OnEveryPool
    void aTriggerFiresWhenBothItsTasksAreDone(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch fired = new CountDownLatch(1);
                    AtomicInteger parts = new AtomicInteger();
                    CountedCompleter<Void> trigger =
                            new CountedCompleter<>(null, 1) {
                                @Override
                                public void compute() {
                                    throw new AssertionError("a trigger is never run");
                                }

                                @Override
                                public void onCompletion(CountedCompleter<?> caller) {
                                    assertEquals(2, parts.get());
                                    fired.countDown();
                                }
                            };
                    for (int i = 0; i < 2; i++) {
                        pool.execute(
                                new CountedCompleter<Void>(trigger) {
                                    @Override
                                    public void compute() {
                                        parts.incrementAndGet();
                                        tryComplete();
                                    }
                                });
                    }
                    Waiting.await(fired);
                    trigger.join();
                });
    }

    /** Counts its executions and waits for them all in a root that is never run. */
    private static final class Part extends CountedCompleter<Void> {
        private final AtomicInteger executions;

        Part(CountedCompleter<?> root, AtomicInteger executions) {
            super(root);
            this.executions = executions;
        }

        @Override
        public void compute() {
            executions.incrementAndGet();
            tryComplete();
        }
    }

    @OnEveryPool
    void helpCompleteRunsNoMoreTasksThanAllowed(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    var others = Tasks.Gate.occupy(pool, shape.workers - 1);
                    PoolShape.runIn(
                            pool,
                            () -> {
                                AtomicInteger executions = new AtomicInteger();
                                var root = new CompleterPendingCountTest.Idle(null, 10);
                                for (int i = 0; i < 10; i++) new Part(root, executions).fork();
                                root.helpComplete(0);
                                root.helpComplete(-1);
                                assertEquals(0, executions.get());
                                root.helpComplete(3);
                                assertTrue(executions.get() <= 3);
                                root.helpComplete(Integer.MAX_VALUE);
                                assertEquals(10, executions.get());
                                assertEquals(0, root.getPendingCount());
                                root.tryComplete();
                                assertTrue(root.isDone());
                                root.helpComplete(10);
                            });
                    others.forEach(Tasks.Gate::open);
                });
    }

    /** JDK 17 fails this: it goes on looking at the stranger's task for ever. */
    @OnEveryPool
    void helpCompleteLeavesTasksOfOthersAlone(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    var others = Tasks.Gate.occupy(pool, shape.workers - 1);
                    PoolShape.runIn(
                            pool,
                            () -> {
                                AtomicInteger executions = new AtomicInteger();
                                var mine = new CompleterPendingCountTest.Idle(null, 1);
                                var stranger = new CompleterPendingCountTest.Idle(null, 1);
                                new Part(stranger, executions).fork();
                                mine.helpComplete(10);
                                assertEquals(0, executions.get());
                                assertEquals(1, stranger.getPendingCount());
                            });
                    others.forEach(Tasks.Gate::open);
                });
    }

    @Test
    void aProgramOfCompletersRunsWithoutAPool() {
        assertEquals((long) SIZE * (SIZE - 1) / 2, new Summer(null, 0, SIZE).invoke());
        assertEquals(
                (long) SIZE * (SIZE - 1) / 2, new TraversingSummer(null, 0, SIZE, null).invoke());
    }
}
