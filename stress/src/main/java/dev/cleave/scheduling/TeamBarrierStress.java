package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads meet at a barrier, twice, and read what the other has written in between. Rows B1,
 * B2, B4 and B11 of PROTOCOL.md. A lost wake-up is a test that never ends.
 */
public class TeamBarrierStress {
    /** What each read: the other's first write, and then its second. */
    @Outcome(id = "12, 12", expect = ACCEPTABLE, desc = "in any order, each saw both writes")
    @Outcome(expect = FORBIDDEN, desc = "one went on before the other had come")
    public static class Outcomes {}

    /** A barrier and two plain variables. */
    abstract static class Meeting {
        private final TeamBarrier barrier;
        private final int[] written = new int[2];

        Meeting(int spins) {
            barrier = new TeamBarrier(2, spins);
        }

        int meetTwice(int thread) {
            int read = 0;
            for (int write = 1; write <= 2; write++) {
                written[thread] = write;
                barrier.await(thread, 0);
                read = 10 * read + written[1 - thread];
                barrier.await(thread, 0);
            }
            return read;
        }
    }

    /** They spin. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class Spinning {
        /** The barrier. */
        @State
        public static class Barrier extends Meeting {
            /** Spins for long. */
            public Barrier() {
                super(1 << 10);
            }
        }

        /** One. */
        @Actor
        public void one(Barrier b, II_Result r) {
            r.r1 = b.meetTwice(0);
        }

        /** The other. */
        @Actor
        public void other(Barrier b, II_Result r) {
            r.r2 = b.meetTwice(1);
        }
    }

    /** They sleep at once, so that each wake-up counts. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class Sleeping {
        /** The barrier. */
        @State
        public static class Barrier extends Meeting {
            /** Does not spin. */
            public Barrier() {
                super(0);
            }
        }

        /** One. */
        @Actor
        public void one(Barrier b, II_Result r) {
            r.r1 = b.meetTwice(0);
        }

        /** The other. */
        @Actor
        public void other(Barrier b, II_Result r) {
            r.r2 = b.meetTwice(1);
        }
    }

    /** One leaves as soon as it has met the other, who may come late. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "in any order, both have met")
    @Outcome(expect = FORBIDDEN, desc = "the late one takes it for a barrier that will never be")
    public static class Leaving {
        /** The barrier. */
        @State
        public static class Barrier {
            private final TeamBarrier barrier = new TeamBarrier(2, true);
        }

        /** Leaves. */
        @Actor
        public void leaver(Barrier b, II_Result r) {
            r.r1 = b.barrier.await(0, 0) ? 1 : 0;
            b.barrier.leave();
        }

        /** Stays. */
        @Actor
        public void other(Barrier b, II_Result r) {
            r.r2 = b.barrier.await(1, 0) ? 1 : 0;
        }
    }

    /** They have come to different things. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "one at least is told")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "both go on")
    public static class Disagreeing {
        /** The barrier. */
        @State
        public static class Barrier {
            private final TeamBarrier barrier = new TeamBarrier(2, true);
        }

        /** One. */
        @Actor
        public void one(Barrier b, II_Result r) {
            r.r1 = b.barrier.await(0, 7) ? 1 : 0;
        }

        /** The other. */
        @Actor
        public void other(Barrier b, II_Result r) {
            r.r2 = b.barrier.await(1, 8) ? 1 : 0;
        }
    }
}
