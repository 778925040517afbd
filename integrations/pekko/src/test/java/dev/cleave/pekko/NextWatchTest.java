package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Scheduler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/** When the watch looks, and when it is off, look by look. */
class NextWatchTest {
    /** Does what is to be done when it is told. */
    private static final class Hand implements Scheduler {
        final Queue<Runnable> due = new ArrayDeque<>();
        boolean ended;

        @Override
        public Cancellable scheduleOnce(
                FiniteDuration delay, Runnable task, ExecutionContext executor) {
            if (ended) {
                throw new IllegalStateException("as a scheduler that was closed");
            }
            due.add(task);
            return Cancellable.alreadyCancelled();
        }

        @Override
        @SuppressWarnings("deprecation") // it has to be there
        public Cancellable schedule(
                FiniteDuration first,
                FiniteDuration period,
                Runnable task,
                ExecutionContext executor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double maxFrequency() {
            return 1;
        }
    }

    private final Hand scheduler = new Hand();
    private final NextWatch watch = new NextWatch(scheduler);

    /** What the next look finds. */
    private boolean keeps;

    private int looks;

    @BeforeEach
    void watchOne() {
        watch.add(
                () -> {
                    looks++;
                    return keeps;
                });
    }

    private void look(boolean finds) {
        keeps = finds;
        int before = looks;
        scheduler.due.remove().run();
        assertEquals(before + 1, looks);
    }

    private void assertLooksToCome(int number) {
        assertEquals(number, scheduler.due.size());
    }

    @Test
    void itLooksWhileAnythingIsKeptAndOnceMoreAfterItIsOff() {
        assertFalse(watch.isOn());
        assertLooksToCome(0);
        assertTrue(watch.turnOn());
        assertTrue(watch.isOn());
        for (int i = 0; i < 3; i++) {
            assertLooksToCome(1);
            look(true);
            assertTrue(watch.isOn());
        }
        look(false);
        assertFalse(watch.isOn());
        assertLooksToCome(1);
        look(false);
        assertFalse(watch.isOn());
        assertLooksToCome(0);
    }

    @Test
    void whatTheLastLookFindsTurnsItOnAgain() {
        watch.turnOn();
        look(false);
        look(true);
        assertTrue(watch.isOn());
        assertLooksToCome(1);
        look(false);
        assertFalse(watch.isOn());
        assertLooksToCome(1);
    }

    @Test
    void itIsOnOnce() {
        assertTrue(watch.turnOn());
        assertTrue(watch.turnOn());
        assertLooksToCome(1);
        look(false);
        // On again while the last look is to come, which finds something, too.
        assertTrue(watch.turnOn());
        assertLooksToCome(2);
        look(true);
        assertLooksToCome(1);
    }

    @Test
    void afterTheEndOfTheSystemItIsNotOn() {
        scheduler.ended = true;
        assertFalse(watch.turnOn());
        assertFalse(watch.isOn());
        assertFalse(watch.turnOn(), "a second time it is not said");
    }

    @Test
    void theEndOfTheSystemEndsIt() {
        watch.turnOn();
        scheduler.ended = true;
        look(true);
        assertFalse(watch.isOn());
    }

    @Test
    void whoIsRemovedIsNotLookedAt() {
        NextWatch.Keeper other =
                () -> {
                    throw new AssertionError("looked at");
                };
        watch.add(other);
        watch.remove(other);
        watch.turnOn();
        look(false);
    }
}
