package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What broken quotas are worth. */
class RoundingTest {
    @ParameterizedTest
    @CsvSource({
        "0.1, 1, 1, 1",
        "0.5, 1, 1, 1",
        "1, 1, 1, 1",
        "1.01, 1, 1, 2",
        "1.5, 1, 2, 2",
        "2.49, 2, 2, 3",
        "3.99, 3, 4, 4",
        "1e300, 2147483647, 2147483647, 2147483647",
        "Infinity, 2147483647, 2147483647, 2147483647"
    })
    void quotas(double quota, int floor, int round, int ceil) {
        assertEquals(floor, Rounding.FLOOR.processors(quota));
        assertEquals(round, Rounding.ROUND.processors(quota));
        assertEquals(ceil, Rounding.CEIL.processors(quota));
    }
}
