package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A thread goes to sleep while another changes what it waits for. Rows B2 and B3 of PROTOCOL.md. A
 * lost wake-up is a test that never ends.
 */
public class TeamWaitStress {
    /** For a barrier at which nobody else arrives, and which is cancelled. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "in either order, the waiter is told")
    @Outcome(expect = FORBIDDEN, desc = "a barrier that one of two has come to let it pass")
    public static class Cancel {
        /** The barrier. */
        @State
        public static class Barrier {
            private final TeamBarrier barrier = new TeamBarrier(2, 0, 0);
        }

        /** Waits. */
        @Actor
        public void wait(Barrier b, I_Result r) {
            r.r1 = b.barrier.await(0, 0) ? 1 : 0;
        }

        /** Cancels. */
        @Actor
        public void cancel(Barrier b) {
            b.barrier.cancel();
        }
    }

    /** For a condition. */
    @JCStressTest
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "in either order, the waiter sees it")
    @Outcome(expect = FORBIDDEN, desc = "awake without what was written before")
    public static class Condition {
        /** The barrier. */
        @State
        public static class Barrier {
            private final TeamBarrier barrier = new TeamBarrier(2, 0, 0);
            private int value;
            private volatile boolean written;
        }

        /** Waits. */
        @Actor
        public void wait(Barrier b, I_Result r) {
            b.barrier.await(0, () -> b.written);
            r.r1 = b.value;
        }

        /** Writes. */
        @Actor
        public void write(Barrier b) {
            b.value = 7;
            b.written = true;
            b.barrier.wake();
        }
    }
}
