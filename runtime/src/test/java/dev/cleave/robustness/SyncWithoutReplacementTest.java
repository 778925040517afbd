package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.Scheduling;
import dev.cleave.SyncTask;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pool can have no thread in the place of one that waits: no child outlives its parent. */
class SyncWithoutReplacementTest {
    private static final class Child extends SyncTask {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile boolean ended;

        @Override
        protected void compute() {
            begun.countDown();
            Waiting.await(end);
            ended = true;
        }
    }

    private static final class Parent extends SyncTask {
        private final Child child = new Child();
        private volatile Thread waiter;

        @Override
        protected void compute() {
            spawn(child);
            Waiting.await(child.begun);
            waiter = Thread.currentThread();
            sync();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aParentWaitsForAChildThatHasBegunElsewhere(int maximum) throws Exception {
        PoolShape.using(
                PoolShape.withoutSpares(2, maximum),
                pool -> {
                    Parent parent = new Parent();
                    Future<Boolean> childEndedFirst =
                            pool.submit(
                                    () -> {
                                        parent.invoke();
                                        return parent.child.ended;
                                    });
                    Waiting.until(() -> parent.waiter != null, "the child is stolen");
                    Waiting.until(
                            () ->
                                    parent.isDone()
                                            || parent.waiter.getState() == Thread.State.WAITING,
                            "the parent waits");
                    assertFalse(parent.isDone(), "the parent has ended before its child");
                    parent.child.end.countDown();
                    assertTrue(childEndedFirst.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                });
    }

    /** Nobody else would ever come for them. */
    @Test
    void aParentRunsItsChildrenThatLieBelowOtherTasks() throws Exception {
        PoolShape.using(
                PoolShape.withoutSpares(1, 1),
                pool -> {
                    AtomicInteger order = new AtomicInteger();
                    int[] ranAs = new int[4];
                    SyncTask parent =
                            new SyncTask() {
                                private static final long serialVersionUID = 1;

                                @Override
                                protected void compute() {
                                    ForkJoinTask<?> older = other(0);
                                    older.fork();
                                    spawn(child(1));
                                    spawn(child(2));
                                    ForkJoinTask<?> newer = other(3);
                                    newer.fork();
                                    sync();
                                    newer.join();
                                    older.join();
                                }

                                private ForkJoinTask<?> other(int number) {
                                    return ForkJoinTask.adapt(() -> ran(number));
                                }

                                private SyncTask child(int number) {
                                    return new SyncTask() {
                                        private static final long serialVersionUID = 1;

                                        @Override
                                        protected void compute() {
                                            ran(number);
                                        }
                                    };
                                }

                                private void ran(int number) {
                                    ranAs[number] = order.incrementAndGet();
                                }
                            };
                    pool.submit(parent).get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                    assertEquals(2, ranAs[1], "the older child");
                    assertEquals(1, ranAs[2], "the newer child");
                    assertEquals(3, ranAs[3], "what was forked last stays the newest");
                    assertEquals(4, ranAs[0], "what was forked first");
                });
    }

    /** They are put back when the parent has run its children, and each asks for a worker. */
    @OnEveryScheduling
    void noOtherTaskIsLostWhenNoWorkerCanBeMade(Scheduling scheduling) throws Exception {
        AtomicInteger refused = new AtomicInteger();
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(2)
                        .threadFactory(
                                pool -> {
                                    if (pool.getPoolSize() > 2) {
                                        refused.incrementAndGet();
                                        throw new IllegalStateException("no third worker");
                                    }
                                    return new ForkJoinWorkerThread(pool) {};
                                })
                        .build(),
                pool -> {
                    Child child = new Child();
                    AtomicInteger ran = new AtomicInteger();
                    SyncTask parent =
                            new SyncTask() {
                                private static final long serialVersionUID = 1;

                                @Override
                                protected void compute() {
                                    spawn(child);
                                    Waiting.await(child.begun);
                                    for (int i = 0; i < 8; i++) {
                                        ForkJoinTask.adapt(ran::incrementAndGet).fork();
                                    }
                                    getPool().setParallelism(3);
                                    sync(); // and joins none of those: that may be refused
                                }
                            };
                    Future<?> all = pool.submit(parent);
                    Waiting.until(() -> refused.get() > 2, "no worker can be made");
                    child.end.countDown();
                    all.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                    Waiting.until(() -> ran.get() == 8, "all the others run");
                });
    }

    /** Counts the nodes of a tree of so many levels; a leaf throws. */
    private static final class Tree extends SyncTask {
        private static final AtomicInteger NODES = new AtomicInteger();

        private final int levels;

        Tree(int levels) {
            this.levels = levels;
        }

        @Override
        protected void compute() {
            NODES.incrementAndGet();
            if (levels == 1) {
                throw new IllegalStateException("a leaf");
            }
            spawn(new Tree(levels - 1));
            spawn(new Tree(levels - 1));
            sync();
        }
    }

    /** Prints how many nodes of a tree have been visited. */
    static final class CountNodes {
        private CountNodes() {}

        public static void main(String[] args) {
            assertThrows(IllegalStateException.class, () -> new Tree(4).invoke());
            System.out.println(Tree.NODES);
        }
    }

    @Test
    void childrenRunThoughTheCommonPoolHasNoWorkers() throws Exception {
        assertEquals(
                List.of("15"),
                ChildJvm.run(CountNodes.class, "-Ddev.cleave.ForkJoinPool.common.parallelism=0"));
    }
}
