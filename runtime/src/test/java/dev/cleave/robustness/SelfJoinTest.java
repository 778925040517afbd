package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveTask;
import dev.cleave.Scheduling;
import dev.cleave.conformance.Waiting;
import java.util.function.Consumer;

/** A task that waits for itself would never end: it is told so instead. */
class SelfJoinTest {

    /** Waits for itself, and returns what it was told. */
    private static final class Narcissus extends RecursiveTask<String> {
        private final Consumer<ForkJoinTask<?>> wait;

        Narcissus(Consumer<ForkJoinTask<?>> wait) {
            this.wait = wait;
        }

        @Override
        protected String compute() {
            return assertThrows(IllegalStateException.class, () -> wait.accept(this)).getMessage();
        }
    }

    private static void assertTold(String message) {
        assertTrue(message.contains("waits for itself"), message);
    }

    @OnEveryScheduling
    void aRootThatJoinsItselfIsTold(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    assertTold(pool.invoke(new Narcissus(ForkJoinTask::join)));
                    assertTold(pool.invoke(new Narcissus(ForkJoinTask::quietlyJoin)));
                    assertTold(pool.invoke(new Narcissus(SelfJoinTest::get)));
                });
    }

    private static void get(ForkJoinTask<?> task) {
        try {
            task.get();
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @OnEveryScheduling
    void aForkedTaskThatJoinsItselfIsTold(Scheduling scheduling) throws Exception {
        Pools.inside(
                scheduling,
                1,
                () -> {
                    Narcissus task = new Narcissus(ForkJoinTask::join);
                    task.fork();
                    assertTold(task.join());
                    assertTold(new Narcissus(ForkJoinTask::join).invoke());
                });
    }

    @OnEveryScheduling
    void aStolenTaskThatJoinsItselfIsTold(Scheduling scheduling) throws Exception {
        Pools.inside(
                scheduling,
                2,
                () -> {
                    Thread here = Thread.currentThread();
                    Thread[] there = new Thread[1];
                    Narcissus task =
                            new Narcissus(
                                    self -> {
                                        there[0] = Thread.currentThread();
                                        self.join();
                                    });
                    task.fork();
                    Waiting.until(task::isDone, "the other worker steals the task");
                    assertTold(task.join());
                    assertTrue(there[0] != here);
                });
    }

    @OnEveryScheduling
    void aTaskThatJoinsItsParentIsTold(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    RecursiveTask<Integer> parent =
                            new RecursiveTask<>() {
                                @Override
                                protected Integer compute() {
                                    RecursiveTask<Integer> self = this;
                                    ForkJoinTask<Integer> child = ForkJoinTask.adapt(self::join);
                                    child.fork();
                                    assertThrows(IllegalStateException.class, child::join);
                                    return 1;
                                }
                            };
                    assertEquals(1, pool.invoke(parent));
                });
    }

    @OnEveryScheduling
    void aTimedWaitForItselfEnds(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool ->
                        assertTold(
                                pool.invoke(
                                        new Narcissus(
                                                self ->
                                                        self.quietlyJoinUninterruptibly(
                                                                1,
                                                                java.util.concurrent.TimeUnit
                                                                        .MILLISECONDS)))));
    }
}
