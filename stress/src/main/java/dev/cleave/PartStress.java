package dev.cleave;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A part is run by another worker while its forker's wait ends: it runs before that, or not at all.
 * Rows C1 and C2 of {@code scheduling/PROTOCOL.md}.
 */
public class PartStress {
    private static final Throwable FAILURE = new Throwable("the part before has thrown");

    /** A part, and what it writes. */
    @State
    public static class Raced {
        private int begun;
        private int ended;

        final Part<Void> part =
                new Part.OfRunnable(
                        () -> {
                            begun++;
                            Thread.onSpinWait();
                            ended++;
                        });
    }

    /** What the forker has seen of the beginning and of the end; how often it has run. */
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "withdraw -> run, which finds nothing")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "run -> withdraw, which waits")
    @Outcome(expect = FORBIDDEN, desc = "it runs when its join is over, or its end is not seen")
    public static class Before {}

    /** The forker's wait is cancelled, as its pool stops. */
    @JCStressTest
    @JCStressMeta(Before.class)
    public static class StopAgainstRun {
        /** Has stolen it. */
        @Actor
        public void thief(Raced r) {
            r.part.quietlyInvoke();
        }

        /** Waits for it no more. */
        @Actor
        public void forker(Raced r, III_Result result) {
            r.part.cancel(false);
            r.part.end(FAILURE);
            result.r1 = r.begun;
            result.r2 = r.ended;
        }

        /** When both are over. */
        @Arbiter
        public void later(Raced r, III_Result result) {
            result.r3 = r.ended;
        }
    }

    /** A full stack has left no room but for two accesses, as in {@code Cleave.join}. */
    @JCStressTest
    @JCStressMeta(Before.class)
    public static class FullStackAgainstRun {
        /** Has stolen it. */
        @Actor
        public void thief(Raced r) {
            r.part.quietlyInvoke();
        }

        /** Leaves the join. */
        @Actor
        public void forker(Raced r, III_Result result) {
            do {
                r.part.isWithdrawn = true;
            } while (r.part.stage == Part.BEGUN);
            result.r1 = r.begun;
            result.r2 = r.ended;
        }

        /** When both are over. */
        @Arbiter
        public void later(Raced r, III_Result result) {
            result.r3 = r.ended;
        }
    }

    /** The part before has thrown. */
    @JCStressTest
    @JCStressMeta(Before.class)
    public static class FailureAgainstRun {
        /** Has stolen it. */
        @Actor
        public void thief(Raced r) {
            r.part.quietlyInvoke();
        }

        /** Leaves the join. */
        @Actor
        public void forker(Raced r, III_Result result) {
            r.part.end(FAILURE);
            result.r1 = r.begun;
            result.r2 = r.ended;
        }

        /** When both are over. */
        @Arbiter
        public void later(Raced r, III_Result result) {
            result.r3 = r.ended;
        }
    }
}
