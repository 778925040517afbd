package dev.cleave;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cleave.scheduling.RacedBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Two threads share out a loop. Rows B6 to B8 of {@code scheduling/PROTOCOL.md}. A lost wake-up is
 * a test that never ends.
 */
public class SharedLoopStress {
    /** Both come to a loop. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "in any order, to the same")
    @Outcome(expect = FORBIDDEN, desc = "each to one of its own")
    public static class Beginning {
        /** What comes before it, and what each has found. */
        @State
        public static class Before {
            private final SharedLoop none = SharedLoop.none();
            private SharedLoop one;
            private SharedLoop other;
        }

        /** One. */
        @Actor
        public void one(Before b) {
            b.one = b.none.next(0, 2, LoopSchedule.STATIC);
        }

        /** The other. */
        @Actor
        public void other(Before b) {
            b.other = b.none.next(0, 2, LoopSchedule.STATIC);
        }

        /** Whether it is the same. */
        @Arbiter
        public void later(Before b, I_Result r) {
            r.r1 = b.one == b.other ? 1 : 0;
        }
    }

    /** A team of two, on the account of a pool with one processor. */
    abstract static class Sharing {
        final Team team =
                new Team(
                        TeamGatherStress.POOL, null, 2, RacedBarrier.withoutGrace(2), region -> {});
        final SharedLoop loop;

        Sharing(int count, LoopSchedule schedule) {
            loop = SharedLoop.none().next(0, count, schedule);
            team.takeSeat();
            team.begin(new Team.Helper[0]);
            team.enter(0);
            team.enter(1);
        }
    }

    /** Each has one iteration, with an ordered part. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second sees what the first did")
    @Outcome(expect = FORBIDDEN, desc = "not in order, or without what was written before")
    public static class Ordered {
        /** The loop. */
        @State
        public static class Loop extends Sharing {
            /** Plain. */
            private int parts;

            /** Of two iterations. */
            public Loop() {
                super(2, LoopSchedule.STATIC.ordered());
            }

            int run(int thread) {
                int[] seen = new int[1];
                loop.run(
                        team,
                        thread,
                        (first, end) -> {
                            loop.awaitTurn(team, thread, first);
                            seen[0] = parts++;
                        });
                return seen[0];
            }
        }

        /** Has the first. */
        @Actor
        public void first(Loop l, II_Result r) {
            r.r1 = l.run(0);
        }

        /** Has the second. */
        @Actor
        public void second(Loop l, II_Result r) {
            r.r2 = l.run(1);
        }
    }

    /** There is a processor for one of them: the other sleeps until the loop's end. */
    @JCStressTest
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "all iterations, and both have come back")
    @Outcome(expect = FORBIDDEN, desc = "some iterations not at all, or twice")
    public static class Malleable {
        /** The loop. */
        @State
        public static class Loop extends Sharing {
            private final AtomicInteger times = new AtomicInteger();

            /** Of four iterations. */
            public Loop() {
                super(4, LoopSchedule.dynamic(1));
            }

            void run(int thread) {
                loop.run(team, thread, (first, end) -> times.addAndGet((int) (end - first)));
            }
        }

        /** One. */
        @Actor
        public void one(Loop l) {
            l.run(0);
        }

        /** The other. */
        @Actor
        public void other(Loop l) {
            l.run(1);
        }

        /** How many iterations have run. */
        @Arbiter
        public void later(Loop l, I_Result r) {
            r.r1 = l.times.get();
        }
    }
}
