package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.PoolShape;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A range may end where the numbers end, or begin where they begin. */
class RangeLimitsTest {
    private static final int NUMBERS = 17;

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - NUMBERS, Long.MIN_VALUE, -NUMBERS / 2})
    void everyNumberIsMetOnce(long from) throws Exception {
        PoolShape.using(
                new ForkJoinPool(2),
                pool -> {
                    AtomicLong met = new AtomicLong();
                    AtomicLong sum = new AtomicLong();
                    pool.submit(
                                    () ->
                                            Cleave.forEachLong(
                                                    from,
                                                    from + NUMBERS,
                                                    i -> {
                                                        assertTrue(i >= from, "met " + i);
                                                        met.incrementAndGet();
                                                        sum.addAndGet(i - from);
                                                    }))
                            .get();
                    assertEquals(NUMBERS, met.get());
                    assertEquals(NUMBERS * (NUMBERS - 1L) / 2, sum.get());
                });
    }
}
