package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two come last to a barrier at which a third has slept for longer than the grace period. Row B10
 * of PROTOCOL.md. A lost wake-up is a test that never ends.
 */
@JCStressTest
@Outcome(
        id = "1, 1, 1",
        expect = ACCEPTABLE,
        desc = "in any order, the arrival seen last is that of one who wakes the sleeper")
@Outcome(expect = FORBIDDEN, desc = "one takes it for a barrier that will never be")
public class TeamLastTwoStress {
    /** A barrier whose threads sleep at once. */
    @State
    public static class Barrier {
        /** Looks before one that waits for the other gives up its processor. */
        private static final int LOOKS = 1000;

        private final TeamBarrier barrier = new TeamBarrier(3, 0, RacedPromotion.GRACE_NANOS);
        private final AtomicInteger ready = new AtomicInteger();
        private volatile Thread sleeper;

        private int await(int thread) {
            return barrier.await(thread, 0) ? 1 : 0;
        }

        /** Until the sleeper does not look again, and then until the other has come as far. */
        private int awaitLast(int thread) {
            Thread seen;
            while ((seen = sleeper) == null || seen.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            ready.incrementAndGet();
            for (int looks = 0; ready.get() < 2; looks++) {
                if (looks > LOOKS) {
                    Thread.yield();
                }
            }
            return await(thread);
        }
    }

    /** Sleeps. */
    @Actor
    public void sleeper(Barrier b, III_Result r) {
        b.sleeper = Thread.currentThread();
        r.r1 = b.await(0);
    }

    /** Comes last. */
    @Actor
    public void one(Barrier b, III_Result r) {
        r.r2 = b.awaitLast(1);
    }

    /** Comes last, too. */
    @Actor
    public void other(Barrier b, III_Result r) {
        r.r3 = b.awaitLast(2);
    }
}
