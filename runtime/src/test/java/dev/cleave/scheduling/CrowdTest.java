package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When workers are more than the processors, so that who looks for work is in others' way. */
class CrowdTest {
    private static final int MANY = 2 * Tuning.PROCESSORS + 2;

    private final Scheduler scheduler =
            new Scheduler(
                    new NoWorkers(),
                    new Scheduler.Sizes(MANY, MANY, MANY, 0, 1),
                    false,
                    Disciplines::chaseLev,
                    false);

    private final Workers workers = scheduler.workers;

    private void release(int more) {
        for (int i = 0; i < more; i++) {
            assertEquals(Workers.Release.START, workers.releaseOne());
        }
    }

    @Test
    void asManyAsProcessorsAreNone() {
        release(Tuning.PROCESSORS);
        assertFalse(workers.areCrowded());
    }

    @Test
    void whoIsBlockedWillWantAProcessorAsMayWhoItWaitsFor() {
        release(Tuning.PROCESSORS);
        workers.block();
        assertTrue(workers.areCrowded());
        workers.unblock();
        assertFalse(workers.areCrowded());
    }

    @Test
    void whoIsParkedWantsNone() {
        release(Tuning.PROCESSORS + 1);
        assertTrue(workers.areCrowded());
        assertTrue(workers.park(Disciplines.chaseLev(scheduler)));
        assertFalse(workers.areCrowded());
    }
}
