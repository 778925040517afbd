package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The last two of a large team arrive, both of one group. Row B9 of PROTOCOL.md. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "in any order, the later one completes the group")
@Outcome(expect = FORBIDDEN, desc = "each has missed the other, and all wait for ever")
public class TeamGroupStress {
    private static final int THREADS = 10;

    /** A barrier at which all but two have arrived. */
    @State
    public static class Barrier {
        private final TeamBarrier barrier = new TeamBarrier(THREADS, false);
        private long own;

        /** The first group is complete. */
        public Barrier() {
            for (int thread = 0; thread < THREADS - 2; thread++) {
                own = barrier.arrive(thread, 0);
            }
        }
    }

    /** Arrives. */
    @Actor
    public void one(Barrier b) {
        b.barrier.arrive(THREADS - 2, 0);
    }

    /** Arrives. */
    @Actor
    public void other(Barrier b) {
        b.barrier.arrive(THREADS - 1, 0);
    }

    /** Whether all have. */
    @Arbiter
    public void later(Barrier b, I_Result r) {
        r.r1 = b.barrier.isComplete(b.own) ? 1 : 0;
    }
}
