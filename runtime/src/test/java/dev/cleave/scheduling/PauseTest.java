package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Workers that wait for a moment without giving up their places. */
class PauseTest {
    private static final int WORKERS = 3;

    private final Workers workers = new Workers(WORKERS, WORKERS);

    PauseTest() {
        for (int i = 0; i < WORKERS; i++) {
            assertEquals(Workers.Release.START, workers.releaseOne());
        }
    }

    @Test
    void theLastThatComputesMustNot() {
        assertTrue(workers.beginPause(1));
        assertTrue(workers.beginPause(1));
        assertFalse(workers.beginPause(1), "nobody would compute, and nobody be replaced");
    }

    @Test
    void whoMayNotLeavesOthersTheirTurn() {
        assertFalse(workers.beginPause(WORKERS));
        assertTrue(workers.beginPause(WORKERS - 1));
        workers.endPause();
        assertTrue(workers.beginPause(WORKERS - 1));
    }

    @Test
    void whoIsBlockedDoesNotCount() {
        workers.block(Disciplines.chaseLev(null));
        assertTrue(workers.beginPause(1));
        assertFalse(workers.beginPause(1));
    }
}
