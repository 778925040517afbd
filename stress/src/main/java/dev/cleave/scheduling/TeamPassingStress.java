package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One sleeps until the other does something, and that one sleeps at a barrier instead. Row B12 of
 * PROTOCOL.md. A lost wake-up is a test that never ends.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "seen at the barrier; then nobody comes there")
@Outcome(expect = FORBIDDEN, desc = "a barrier that one has not come to is complete")
public class TeamPassingStress {
    /** A barrier whose threads sleep at once. */
    @State
    public static class Barrier {
        private final TeamBarrier barrier = RacedBarrier.withoutGrace(2);
    }

    /** Waits, and leaves. */
    @Actor
    public void waiter(Barrier b, II_Result r) {
        b.barrier.await(0, () -> b.barrier.isAhead(1, 0));
        r.r1 = 1;
        b.barrier.leave();
    }

    /** Passes by. */
    @Actor
    public void other(Barrier b, II_Result r) {
        r.r2 = b.barrier.await(1, 0) ? 1 : 0;
    }
}
