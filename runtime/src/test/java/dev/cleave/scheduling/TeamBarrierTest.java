package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.Background;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The barrier of teams of all sizes: one group, several, the last of them not full. */
class TeamBarrierTest {
    private static final int ROUNDS = 200;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 9, 16, 17, 70})
    void nobodyPassesBeforeAllHaveCome(int threads) throws Exception {
        for (int spins : new int[] {0, 100}) {
            TeamBarrier barrier = new TeamBarrier(threads + 3, spins);
            barrier.begin(threads);
            int[] rounds = new int[threads];
            AtomicInteger wrong = new AtomicInteger();
            List<Background<Void>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int me = t;
                all.add(
                        Background.run(
                                () -> {
                                    for (int round = 1; round <= ROUNDS; round++) {
                                        rounds[me] = round;
                                        wrong.addAndGet(barrier.await(me, 0) ? 0 : 1);
                                        for (int each : rounds) {
                                            wrong.addAndGet(each == round ? 0 : 1);
                                        }
                                        wrong.addAndGet(barrier.await(me, 0) ? 0 : 1);
                                    }
                                }));
            }
            for (Background<Void> each : all) {
                each.await();
            }
            assertEquals(0, wrong.get());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 9, 16, 17, 70})
    void whoeverComesWithAnotherTagIsSeen(int threads) throws Exception {
        for (int odd : new int[] {0, threads / 2, threads - 1}) {
            TeamBarrier barrier = new TeamBarrier(threads, 100);
            List<Background<Boolean>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int me = t;
                all.add(
                        Background.call(
                                () -> {
                                    boolean met =
                                            barrier.await(me, 1)
                                                    && barrier.await(me, me == odd ? 1 : 2);
                                    if (!met) {
                                        barrier.cancel(); // as a team does
                                    }
                                    return met;
                                }));
            }
            int told = 0;
            for (Background<Boolean> each : all) {
                told += each.await() ? 0 : 1;
            }
            assertTrue(told > 0, "thread " + odd + " of " + threads);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 17})
    void aCancelledBarrierLetsEverybodyGo(int threads) throws Exception {
        TeamBarrier barrier = new TeamBarrier(threads, true);
        List<Background<Boolean>> all = new ArrayList<>();
        for (int t = 1; t < threads; t++) {
            int me = t;
            all.add(Background.call(() -> barrier.await(me, 0)));
        }
        barrier.cancel();
        for (Background<Boolean> each : all) {
            assertFalse(each.await());
        }
    }

    @Test
    void whoHasLeftIsNotWaitedFor() throws Exception {
        TeamBarrier barrier = new TeamBarrier(2, true);
        Background<Boolean> waiter = Background.call(() -> barrier.await(1, 0));
        barrier.leave();
        assertFalse(waiter.await());
    }

    /**
     * Two come last at once: each has looked for the other in vain, and finds it when it is about
     * to sleep. One that has slept for longer than any grace period is woken all the same.
     */
    @Test
    void whoSleepsForLongIsWokenByThoseWhoMeetAboutToSleep() throws Exception {
        TeamBarrier barrier = new TeamBarrier(3, 0, 0);
        AtomicReference<Thread> sleeper = new AtomicReference<>();
        Background<Boolean> waiter =
                Background.call(
                        () -> {
                            sleeper.set(Thread.currentThread());
                            return barrier.await(0, 0);
                        });
        while (sleeper.get() == null || sleeper.get().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        barrier.arrive(1, 0);
        long own = barrier.arrive(2, 0);
        assertTrue(barrier.sleepAtBarrier(1, own));
        assertTrue(barrier.sleepAtBarrier(2, own));
        assertTrue(waiter.await());
    }
}
