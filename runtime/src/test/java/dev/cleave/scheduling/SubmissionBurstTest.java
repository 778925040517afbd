package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many short tasks that are submitted at once. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SubmissionBurstTest {
    private static final int TASKS = 640;

    /** To look around, at each worker and at the clock, takes many times what a task does. */
    @Test
    void aWorkerDoesNotLookAroundBetweenThem() throws Exception {
        PoolShape.using(
                new ForkJoinPool(1),
                pool -> {
                    CountDownLatch submitted = new CountDownLatch(1);
                    Future<Long> before =
                            pool.submit(
                                    () -> {
                                        Waiting.await(submitted);
                                        return activations();
                                    });
                    List<Future<Integer>> tasks = new ArrayList<>();
                    List<Integer> order = new ArrayList<>();
                    for (int i = 0; i < TASKS; i++) {
                        int number = i;
                        tasks.add(
                                pool.submit(
                                        () -> {
                                            order.add(number);
                                            return number;
                                        }));
                    }
                    Future<Long> after = pool.submit(SubmissionBurstTest::activations);
                    submitted.countDown();
                    for (int i = 0; i < TASKS; i++) {
                        assertEquals(i, tasks.get(i).get(60, TimeUnit.SECONDS));
                    }
                    long looks = after.get(60, TimeUnit.SECONDS) - before.get();
                    assertTrue(looks > 0, "it never looks at others");
                    assertTrue(looks <= TASKS / 32, () -> looks + " times for " + TASKS);
                    for (int i = 0; i < TASKS; i++) {
                        assertEquals(i, order.get(i));
                    }
                });
    }

    /** How often the calling worker has found work after a look. */
    private static long activations() {
        return ((WorkerThread) Thread.currentThread()).queue.activations;
    }
}
