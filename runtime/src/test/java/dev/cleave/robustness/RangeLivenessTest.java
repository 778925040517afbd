package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges whose numbers are few and long, or block. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RangeLivenessTest {
    /** Each number waits until as many are under way as there are workers. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void eachWorkerFindsANumber(int workers) throws Exception {
        PoolShape.using(
                new ForkJoinPool(workers),
                pool ->
                        pool.submit(() -> meet(workers))
                                .get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    /** The second time it is known how long the numbers of the first took: next to nothing. */
    @Test
    void numbersAreLongAfterShortOnes() throws Exception {
        PoolShape.using(
                new ForkJoinPool(2),
                pool ->
                        pool.submit(
                                        () -> {
                                            for (int i = 0; i < 100_000; i++) {
                                                run(2, new CountDownLatch(0));
                                            }
                                            run(2, new CountDownLatch(2));
                                        })
                                .get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    private static void meet(int numbers) {
        run(numbers, new CountDownLatch(numbers));
    }

    private static void run(int numbers, CountDownLatch underWay) {
        Cleave.forEach(
                0,
                numbers,
                i -> {
                    underWay.countDown();
                    Waiting.await(underWay);
                });
    }

    /** To hand a short range over would take many times as long. */
    @Test
    void aCallerOutsideRunsNumbersItself() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        AtomicInteger ran = new AtomicInteger();
        Cleave.forEach(
                0,
                3,
                i -> {
                    threads.add(Thread.currentThread());
                    ran.incrementAndGet();
                });
        assertEquals(3, ran.get());
        assertTrue(threads.contains(Thread.currentThread()), () -> "ran in " + threads);
    }
}
