package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long requests stay unanswered. */
class QuietTimeTest {
    private static final int LOOKS = 10_000;

    private final QuietTime quiet = new QuietTime();

    private boolean lasts(int looks) {
        boolean all = true;
        for (int i = 0; i < looks; i++) {
            all &= quiet.lasts();
        }
        return all;
    }

    @Test
    void itLastsUntilItIsEnded() {
        quiet.begin(TimeUnit.HOURS.toNanos(1));
        assertTrue(lasts(LOOKS));
        assertTrue(quiet.isOn());
        quiet.end();
        assertFalse(quiet.isOn());
        assertFalse(quiet.lasts());
    }

    @Test
    void whenItIsOverFewLooksGoByWithoutTheClock() {
        quiet.begin(TimeUnit.MILLISECONDS.toNanos(2));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2);
        while (System.nanoTime() - end <= 0) {
            lasts(LOOKS / 100);
        }
        assertFalse(lasts(16));
    }

    @Test
    void aWaitThatTheFirstLookBeginsEndsAtTheFirstLookAfterIt() {
        quiet.beginAtFirstLook(TimeUnit.MICROSECONDS.toNanos(20));
        long later = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
        while (System.nanoTime() - later < 0) {
            Thread.onSpinWait();
        }
        assertTrue(quiet.lasts(), "nobody has looked yet");
        later = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(20);
        while (System.nanoTime() - later <= 0) {
            Thread.onSpinWait();
        }
        assertFalse(quiet.lasts());
    }

    @Test
    void noneIsOverAtOnce() {
        quiet.beginAtFirstLook(0);
        assertFalse(quiet.isOn());
        assertFalse(quiet.lasts());
    }
}
