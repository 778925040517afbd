package dev.cleave.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class StolenTimeTest {
    @Test
    void shareOfTheBusyTime() {
        StolenTime earlier = time("cpu  100 10 20 1000 50 3 7 60 5 1\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
        assertEquals(new StolenTime(60, 200), earlier);
        StolenTime later = time("cpu  160 10 30 5000 90 3 7 90 65 1\n");
        assertEquals(0.3, later.shareSince(earlier), 1e-9);
        assertEquals(0, later.shareSince(later));
    }

    @Test
    void whereItIsNotTold() {
        assertEquals(Optional.empty(), StolenTime.parse(""));
        assertEquals(Optional.empty(), StolenTime.parse("cpu  1 2 3 4\n"));
        assertEquals(Optional.empty(), StolenTime.parse("intr 1 2 3 4 5 6 7 8 9\n"));
    }

    private static StolenTime time(String statistics) {
        return StolenTime.parse(statistics).orElseThrow();
    }
}
