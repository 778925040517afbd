package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The order in which one worker runs what it has forked and never joins: the latest first, or in
 * async mode the earliest.
 */
@Conformance
class SchedulingOrderTest {

    private static final int TASKS = 20;

    private static List<Integer> expected(PoolShape shape) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) order.add(shape.async ? i : TASKS - 1 - i);
        return order;
    }

    private static void forkRecorders(List<Integer> order, CountDownLatch recorded) {
        for (int i = 0; i < TASKS; i++) {
            int number = i;
            new RecursiveAction() {
                @Override
                protected void compute() {
                    order.add(number);
                    recorded.countDown();
                }
            }.fork();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void afterTheForkingTaskHasEnded(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    List<Integer> order = new ArrayList<>();
                    CountDownLatch recorded = new CountDownLatch(TASKS);
                    PoolShape.runIn(pool, () -> forkRecorders(order, recorded));
                    // Not awaitQuiescence, by which this thread could run some of them itself.
                    Waiting.await(recorded);
                    assertEquals(expected(shape), order);
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"ONE_WORKER", "ONE_WORKER_ASYNC"})
    void whileTheForkingTaskHelpsUntilQuiescent(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    List<Integer> order = new ArrayList<>();
                    forkRecorders(order, new CountDownLatch(TASKS));
                    ForkJoinTask.helpQuiesce();
                    assertEquals(expected(shape), order);
                });
    }
}
