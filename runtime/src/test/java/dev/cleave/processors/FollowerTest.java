package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The watch tells those that compute, nobody else, and misses nobody that begins to. */
class FollowerTest {
    private static class Counting extends Follower {
        volatile boolean computing;
        volatile int followed;

        @Override
        protected void follow() {
            followed++;
        }

        @Override
        protected boolean isComputing() {
            return computing;
        }
    }

    private static void begin(Counting follower) {
        follower.computing = true;
        follower.wake();
    }

    private static void untilFollowed(Counting follower) {
        int before = follower.followed;
        Waiting.until(() -> follower.followed > before + 1, "the follower is told");
    }

    @Test
    void whoComputesIsToldUntilItHasBeenIdleForAWhile() {
        Counting follower = new Counting();
        for (int i = 0; i < 3; i++) {
            begin(follower);
            untilFollowed(follower);
            follower.computing = false;
            Waiting.until(() -> !follower.watched, "the follower is left alone");
        }
    }

    @Test
    void whenNobodyComputesTheWatchWaitsWithoutALimit() {
        Counting follower = new Counting();
        begin(follower);
        untilFollowed(follower);
        follower.computing = false;
        Waiting.until(
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .filter(t -> t.getName().equals("cleave-processors"))
                                .allMatch(t -> t.getState() == Thread.State.WAITING),
                "the watch waits");
    }

    @Test
    void whoHasNeverBegunIsNotTold() {
        Counting idle = new Counting();
        Counting other = new Counting();
        begin(other);
        untilFollowed(other);
        other.computing = false;
        assertEquals(0, idle.followed);
    }

    @Test
    void oneThatFailsKeepsNobodyFromFollowing() {
        Counting failing =
                new Counting() {
                    @Override
                    protected void follow() {
                        super.follow();
                        throw new IllegalStateException("as the test wants");
                    }

                    @Override
                    protected boolean isComputing() {
                        if (followed == 1) {
                            throw new IllegalStateException("as the test wants");
                        }
                        return super.isComputing();
                    }
                };
        Counting other = new Counting();
        begin(failing);
        begin(other);
        untilFollowed(failing);
        untilFollowed(other);
        failing.computing = false;
        other.computing = false;
        Waiting.until(() -> !failing.watched && !other.watched, "both are left alone");
    }

    /** Rows W2 and W3: they begin at about the time at which the watch leaves them alone. */
    @Test
    void whoBeginsAsItIsLeftAloneIsTold() {
        long idleNanos =
                TimeUnit.MILLISECONDS.toNanos(
                        ProcessorWatch.LOOK_MILLIS * ProcessorWatch.IDLE_LOOKS);
        for (int round = 0; round < 3; round++) {
            List<Counting> followers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Counting follower = new Counting();
                followers.add(follower);
                begin(follower);
                follower.computing = false;
            }
            long begun = System.nanoTime();
            for (Counting follower : followers) {
                long at = idleNanos + ThreadLocalRandom.current().nextLong(-100_000, 1_000_000);
                while (follower.watched && System.nanoTime() - begun < at) {
                    LockSupport.parkNanos(10_000);
                }
                begin(follower);
                assertTrue(follower.watched);
            }
            int[] before = followers.stream().mapToInt(f -> f.followed).toArray();
            for (int i = 0; i < before.length; i++) {
                int at = i;
                Waiting.until(
                        () -> followers.get(at).followed > before[at] + 1, "follower is told");
            }
            followers.forEach(f -> f.computing = false);
        }
    }
}
