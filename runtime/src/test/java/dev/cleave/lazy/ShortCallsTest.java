package dev.cleave.lazy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Woven calls that are over before an idle worker could be woken, one after the other. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShortCallsTest {
    private static final int ROUNDS = 100;

    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * Woken by whichever begins, the worker looked for a tenth of a millisecond, parked, and was
     * woken again; and to wake it takes ten times as long as such a call.
     *
     * @param pauses between two calls: when it parks there may be none, though many follow
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 200})
    void whoParksIsNotWokenByTheNext(int pauses) throws Exception {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            long parks = pool.submit(() -> parksMeanwhile(pool, pauses)).get();
            // The task of a round wakes it, and a look for what is kept to itself may do so again.
            assertTrue(parks <= 10 * ROUNDS, () -> parks + " times in " + ROUNDS + " rounds");
        }
    }

    private static long parksMeanwhile(ForkJoinPool pool, int pauses) {
        FutureStack stack = FutureStack.current();
        long before = pool.stats().parks();
        for (int i = 0; i < ROUNDS; i++) {
            pool.execute(ForkJoinTask.adapt(() -> {}));
            makeCalls(stack, pauses);
        }
        return pool.stats().parks() - before;
    }

    private static void makeCalls(FutureStack stack, int pauses) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < ROUND_NANOS) {
            int start = stack.enterCall();
            pause(20);
            stack.exitCall(start);
            pause(pauses);
        }
    }

    private static void pause(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
