package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.conformance.Waiting;
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
    void whoFollowsSoonIsAskedUntilItHasDone() {
        int[] left = {3};
        ProcessorWatch watch = new ProcessorWatch(true);
        Counting follower =
                new Counting() {
                    @Override
                    protected long followSoon() {
                        return --left[0] > 0 ? 100 * left[0] : Long.MAX_VALUE;
                    }
                };
        Counting other = new Counting();
        Follower[] both = {other, follower};
        assertEquals(200, watch.tellSoon(both));
        assertEquals(100, watch.tellSoon(both));
        assertEquals(Long.MAX_VALUE, watch.tellSoon(both));
    }

    @Test
    void whoFailsToFollowSoonKeepsNobodyElseFromIt() {
        Counting failing =
                new Counting() {
                    @Override
                    protected long followSoon() {
                        throw new IllegalStateException("a test");
                    }
                };
        Counting follower =
                new Counting() {
                    @Override
                    protected long followSoon() {
                        return 100;
                    }
                };
        assertEquals(100, new ProcessorWatch(true).tellSoon(new Follower[] {failing, follower}));
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
                                .filter(t -> t.getName().equals("cleave-processor-watch"))
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

    /**
     * Rows W2 and W3: it begins between the last look that finds it idle and the end of watching.
     */
    @Test
    void whoBeginsAsItIsLeftAloneIsTold() {
        Counting follower =
                new Counting() {
                    private int idle;

                    @Override
                    protected boolean isComputing() {
                        boolean was = computing;
                        if (!was && ++idle == ProcessorWatch.IDLE_LOOKS) {
                            begin(this);
                        }
                        return was;
                    }
                };
        follower.wake();
        Waiting.until(() -> follower.computing, "the last look");
        untilFollowed(follower);
        untilFollowed(follower);
        follower.computing = false;
    }
}
