package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.conformance.PoolShape;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Combines in the order of the numbers, whoever runs them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PrimitiveReductionsTest {
    private static final int FACTOR = 31;

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "5, 3",
        "0, 1",
        "-7, 9",
        "0, 3000000",
        "-2147483648, -2147483000",
        "2147480000, 2147483647"
    })
    void areThoseOfTheSerialLoop(int from, int to) throws Exception {
        assertReduces(from, to); // by a thread outside
        PoolShape.using(
                new ForkJoinPool(3),
                pool -> pool.submit(() -> assertReduces(from, to)).get(60, TimeUnit.SECONDS));
    }

    private static void assertReduces(int from, int to) {
        IntStream numbers = IntStream.range(from, to);
        assertEquals(
                numbers.map(i -> i * FACTOR).reduce(Integer.MIN_VALUE, Math::max),
                Cleave.reduceToInt(from, to, Integer.MIN_VALUE, i -> i * FACTOR, Math::max));
        assertEquals(
                IntStream.range(from, to).mapToLong(i -> (long) i * FACTOR).sum(),
                Cleave.reduceToLong(from, to, 0, i -> (long) i * FACTOR, Long::sum));
        // Sums of whole numbers, so that nothing is rounded.
        assertEquals(
                IntStream.range(from, to).mapToDouble(i -> i & 0xff).sum(),
                Cleave.reduceToDouble(from, to, 0, i -> i & 0xff, Double::sum));
        // Associative, but neither commutative nor with an inverse: the later of two.
        assertEquals(
                from < to ? to - 1 : from, Cleave.reduceToInt(from, to, from, i -> i, (a, b) -> b));
    }

    @Test
    void nothingIsMissing() {
        assertThrows(
                NullPointerException.class, () -> Cleave.reduceToInt(0, 1, 0, null, Integer::sum));
        assertThrows(NullPointerException.class, () -> Cleave.reduceToLong(0, 1, 0, i -> i, null));
        assertThrows(
                NullPointerException.class,
                () -> Cleave.reduceToDouble(0, 1, 0, null, Double::sum));
    }
}
