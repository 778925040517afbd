package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** However often strangers come, the log does not fill the disk. */
class StrangerLogTest {
    private static final long START = Long.MAX_VALUE - 5; // the clock may pass its end
    private static final long END = START + TimeUnit.MINUTES.toNanos(1);

    private final List<String> lines = new ArrayList<>();
    private final StrangerLog log = new StrangerLog(lines::add);

    @Test
    void theSameLineIsLoggedOnceAMinute() {
        for (int i = 0; i < 1_000; i++) {
            log.accept("refused", START + i);
            log.tick(START + i);
        }
        assertEquals(List.of("refused"), lines);
        log.tick(END);
        log.tick(END + 1);
        log.accept("refused", END + 2);
        assertEquals(
                List.of(
                        "refused",
                        "999 more connections came to nothing within a minute",
                        "refused"),
                lines);
    }

    @Test
    void ofDifferentLinesThereAreNoMoreThanSoManyAMinute() {
        for (int i = 0; i < 1_000; i++) {
            log.accept("a frame of " + i, START);
        }
        assertEquals(StrangerLog.MOST, lines.size());
        log.tick(END);
        assertEquals(
                "900 more connections came to nothing within a minute",
                lines.get(StrangerLog.MOST));
    }

    @Test
    void whereNothingIsLeftOutNothingIsSaidOfIt() {
        log.accept("once", START);
        log.tick(END);
        assertEquals(List.of("once"), lines);
    }
}
