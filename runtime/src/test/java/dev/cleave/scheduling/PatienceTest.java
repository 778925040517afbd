package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How long a worker looks that keeps others from its processor. */
class PatienceTest {
    private static final long AT_ONCE = 2_000;
    private static final long MUCH_LATER = 2_000_000;
    private static final int MOST = 512;
    private static final int FEW = 4;

    private final Patience patience = new Patience(2);

    private void sleeps(int times, long nanos) {
        for (int i = 0; i < times; i++) {
            patience.slept(nanos);
        }
    }

    @Test
    void whoIsWokenAtOnceAgainAndAgainLooksBriefly() {
        assertEquals(MOST, patience.looks(MOST));
        sleeps(3, AT_ONCE);
        assertEquals(MOST, patience.looks(MOST));
        sleeps(1, AT_ONCE);
        assertEquals(FEW, patience.looks(MOST));
    }

    @Test
    void onOneProcessorWhoHasYieldedInVainSleeps() {
        Patience alone = new Patience(1);
        alone.yielded(false);
        assertEquals(1, alone.looks(MOST));
        for (int i = 0; i < 10; i++) {
            alone.slept(AT_ONCE);
        }
        assertEquals(1, alone.looks(MOST));
    }

    @Test
    void onOneProcessorNobodyYieldsToAThreadThatIsInTheWay() {
        Patience alone = new Patience(1);
        alone.yielded(true);
        for (int i = 0; i < 32_000; i++) {
            assertEquals(0, alone.looks(MOST));
            alone.slept(AT_ONCE);
        }
        assertEquals(1, alone.looks(MOST));
    }

    @Test
    void whoIsWokenLaterLooksOn() {
        sleeps(3, AT_ONCE);
        sleeps(1, MUCH_LATER);
        sleeps(3, AT_ONCE);
        assertEquals(MOST, patience.looks(MOST));
        sleeps(100, Long.MAX_VALUE);
        assertEquals(MOST, patience.looks(MOST));
    }

    @Test
    void whoFindsWorkLooksOn() {
        sleeps(3, AT_ONCE);
        patience.found();
        sleeps(3, AT_ONCE);
        assertEquals(MOST, patience.looks(MOST));
    }

    @Test
    void afterSomeSleepsItTriesAgainAndLearnsFaster() {
        sleeps(4, AT_ONCE);
        sleeps(999, AT_ONCE);
        assertEquals(FEW, patience.looks(MOST));
        sleeps(1, AT_ONCE);
        assertEquals(MOST, patience.looks(MOST));
        sleeps(1, AT_ONCE);
        assertEquals(FEW, patience.looks(MOST));
    }

    @Test
    void whoIsInterruptedAsItLooksLooksBriefly() {
        patience.paused(1_000);
        assertEquals(MOST, patience.looks(MOST));
        patience.paused(MUCH_LATER);
        assertEquals(FEW, patience.looks(MOST));
        sleeps(999, AT_ONCE);
        assertEquals(FEW, patience.looks(MOST));
        sleeps(1, AT_ONCE);
        assertEquals(MOST, patience.looks(MOST));
    }

    @Test
    void whoTriesAgainInVainTriesLater() {
        long rest = 2_000_000;
        for (int i = 0; i < 7; i++, rest = Math.min(2 * rest, 64_000_000)) {
            patience.paused(MUCH_LATER);
            sleeps(1, rest - 1);
            assertEquals(FEW, patience.looks(MOST), "before " + rest);
            sleeps(1, 1);
            assertEquals(MOST, patience.looks(MOST), "after " + rest);
        }
        patience.found();
        patience.paused(MUCH_LATER);
        patience.found(); // by a few looks: that says nothing of many
        sleeps(1, 2_000_000);
        assertEquals(MOST, patience.looks(MOST));
    }

    @Test
    void whoHasNotBeenWokenAtAllLooksOn() {
        patience.paused(MUCH_LATER);
        sleeps(1, Long.MAX_VALUE);
        assertEquals(MOST, patience.looks(MOST));
    }
}
