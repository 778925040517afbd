package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks appended by some and taken by others. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AppendQueueTest {
    private static final int STEPS = 20_000;
    private static final int APPENDERS = 3;
    private static final int TAKERS = 3;
    private static final int EACH = 50_000;

    /** In one thread it is a queue as any other, with whatever is taken out of its middle. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 256})
    void isAQueue(int slots) {
        Random random = new Random(slots);
        AppendQueue queue = new AppendQueue(slots);
        List<Task> model = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> {
                    Task task = new NumberedTask(i);
                    queue.add(task);
                    model.add(task);
                }
                case 3 -> assertSame(model.isEmpty() ? null : model.remove(0), queue.poll());
                case 4 -> {
                    Task any = model.isEmpty() ? null : model.get(random.nextInt(model.size()));
                    assertEquals(model.contains(any), queue.contains(any));
                    assertEquals(model.remove(any), queue.remove(any));
                }
                default -> {
                    Task last = model.isEmpty() ? null : model.get(model.size() - 1);
                    assertSame(last, queue.poll(task -> task == last));
                    model.remove(last);
                }
            }
            assertEquals(model.size(), queue.size());
            assertEquals(model.isEmpty(), queue.isEmpty());
        }
    }

    /** Whose tasks are taken once each, and the tasks of one appender in their order. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 256})
    void nothingIsLostNorTakenTwice(int slots) throws Exception {
        AppendQueue queue = new AppendQueue(slots);
        AtomicInteger left = new AtomicInteger(APPENDERS * EACH);
        CountDownLatch ended = new CountDownLatch(APPENDERS + TAKERS);
        List<ArrayDeque<Integer>> taken = new ArrayList<>();
        for (int a = 0; a < APPENDERS; a++) {
            int first = a * EACH;
            start(
                    ended,
                    () -> {
                        for (int i = 0; i < EACH; i++) {
                            queue.add(new NumberedTask(first + i));
                        }
                    });
        }
        for (int t = 0; t < TAKERS; t++) {
            ArrayDeque<Integer> mine = new ArrayDeque<>();
            taken.add(mine);
            start(
                    ended,
                    () -> {
                        while (left.get() > 0) {
                            if (queue.poll() instanceof NumberedTask task) {
                                mine.add(task.number);
                                left.decrementAndGet();
                            }
                        }
                    });
        }
        Waiting.await(ended);
        boolean[] seen = new boolean[APPENDERS * EACH];
        for (ArrayDeque<Integer> mine : taken) {
            int[] newest = new int[APPENDERS];
            for (int number : mine) {
                assertTrue(!seen[number], () -> number + " is taken twice");
                seen[number] = true;
                int of = number / EACH;
                assertTrue(newest[of] <= number, () -> number + " is taken after a newer one");
                newest[of] = number;
            }
        }
        assertEquals(0, left.get());
        assertTrue(queue.isEmpty());
    }

    private static void start(CountDownLatch ended, Runnable what) {
        Thread thread =
                new Thread(
                        () -> {
                            what.run();
                            ended.countDown();
                        });
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    void anEmptyOneIsEmpty() {
        AppendQueue queue = new AppendQueue();
        assertEquals(0, queue.size());
        assertSame(null, queue.poll());
        assertTrue(queue.isEmpty());
    }
}
