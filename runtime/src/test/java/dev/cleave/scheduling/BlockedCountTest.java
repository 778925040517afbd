package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Who counts as blocked: whoever says so, and whoever is seen to wait. */
class BlockedCountTest {
    private static final int WORKERS = 3;

    private final Workers workers = new Workers(WORKERS, WORKERS);
    private final WorkQueue queue = Disciplines.chaseLev(null);

    BlockedCountTest() {
        for (int i = 0; i < WORKERS; i++) {
            assertEquals(Workers.Release.START, workers.releaseOne());
        }
        workers.add(queue);
    }

    @Test
    void onceForWaitsWithinOneAnother() {
        assertEquals(WORKERS - 1, workers.block(queue));
        assertEquals(WORKERS - 1, workers.block(queue));
        workers.unblock(queue);
        assertEquals(WORKERS - 1, workers.released());
        workers.unblock(queue);
        assertEquals(WORKERS, workers.released());
    }

    @Test
    void notAgainWhenSeenToWait() {
        workers.block(queue);
        assertFalse(workers.waitsSilently(queue));
        assertEquals(WORKERS - 1, workers.released());
    }

    @Test
    void whoIsSeenToWaitUntilItIsSeenNotTo() {
        assertTrue(workers.waitsSilently(queue));
        assertFalse(workers.waitsSilently(queue));
        assertTrue(workers.anyWaitsSilently());
        assertEquals(WORKERS - 1, workers.released());
        workers.waitsNoMore(queue);
        workers.waitsNoMore(queue);
        assertFalse(workers.anyWaitsSilently());
        assertEquals(WORKERS, workers.released());
    }

    @Test
    void whoIsSeenToWaitUntilItSaysOtherwise() {
        assertTrue(workers.waitsSilently(queue));
        assertEquals(WORKERS - 1, workers.block(queue));
        workers.unblock(queue);
        assertEquals(WORKERS, workers.released());

        assertTrue(workers.waitsSilently(queue));
        assertTrue(workers.park(queue));
        assertEquals(WORKERS - 1, workers.released());
        assertFalse(workers.waitsSilently(queue), "it is parked");
        workers.unpark(queue);
        assertEquals(WORKERS, workers.released());
        assertFalse(workers.anyWaitsSilently());
    }

    @Test
    void nobodyWhoHasEnded() {
        queue.isGone = true;
        assertFalse(workers.waitsSilently(queue));
        assertEquals(WORKERS, workers.released());
    }
}
