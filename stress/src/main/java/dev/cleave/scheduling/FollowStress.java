package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A guest that has begun without a pool gets one. Row P9 of PROTOCOL.md. */
public final class FollowStress {
    private FollowStress() {}

    /** Meanwhile it begins a call. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one of the two has woken somebody")
    @Outcome(expect = FORBIDDEN, desc = "nobody looks at the call")
    public static class BeginAgainstFollow {
        /** A pool that lacks a worker, and a guest of none. */
        @State
        public static class Pool {
            private final NoWorkers host = new NoWorkers();
            private final Scheduler scheduler =
                    new Scheduler(
                            host,
                            new Scheduler.Sizes(2, 2, 2, 0, 1),
                            false,
                            Disciplines::chaseLev,
                            false);
            private final RacedCalls calls = new RacedCalls(null, 0);
        }

        /** Begins. */
        @Actor
        public void guest(Pool p) {
            p.calls.begin(0);
        }

        /** Comes. */
        @Actor
        public void pool(Pool p) {
            p.calls.follow(p.scheduler);
        }

        /** Whether a worker was asked for. */
        @Arbiter
        public void later(Pool p, I_Result r) {
            r.r1 = p.host.wanted > 0 ? 1 : 0;
        }
    }

    /** Meanwhile it is entered, as to grow, and a worker that finds it so parks. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the request stands, or the owner makes it")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the owner answers")
    @Outcome(
            expect = FORBIDDEN,
            desc = "the request was lost: the next fork, or stretch, is not asked")
    public static class LeaveAgainstFollow {
        /** A guest of no pool that has two pending calls, and a worker. */
        @State
        public static class Pool extends RacedPark {
            private final RacedCalls calls = new RacedCalls(null, 2);
        }

        /** Enters, and leaves. */
        @Actor
        public void guest(Pool p) {
            p.calls.enterAndLeave();
        }

        /** Comes with a worker that parks, and asks. */
        @Actor
        public void pool(Pool p) {
            p.calls.follow(p.scheduler);
            p.parkAndAsk(p.calls);
        }

        /** Whether the worker has been woken, whether the owner is asked. */
        @Arbiter
        public void later(Pool p, II_Result r) {
            r.r1 = p.woken();
            r.r2 = RacedPark.asked(p.calls);
        }
    }
}
