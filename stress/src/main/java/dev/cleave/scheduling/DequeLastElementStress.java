package dev.cleave.scheduling;

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
 * The last task, wanted by its owner and by a thief at once; then the last two, of which a thief
 * wants both. In {@code THE} the first race is the one that the fences decide; {@code CHASE_LEV}
 * decides that by a compare-and-set, and needs its fences in the second. Rows D3, D5, H3 and H4 of
 * PROTOCOL.md.
 */
public class DequeLastElementStress {
    /** What the owner got, what the thief got, what is left. */
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "owner -> thief, who finds nothing")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "thief -> owner, who finds nothing")
    @Outcome(
            id = "1, 1, 0",
            expect = FORBIDDEN,
            desc = "both: neither saw the other's step, as without the fences of D3 and D5")
    @Outcome(id = "0, 0, 0", expect = FORBIDDEN, desc = "neither: the task is lost")
    @Outcome(expect = FORBIDDEN, desc = "a task was left although somebody came for it")
    public static class Outcomes {}

    /** What the owner got, the sum of what the thief got, what is left. */
    @Outcome(
            id = "2, 1, 0",
            expect = ACCEPTABLE,
            desc = "owner -> thief's second step, which finds nothing")
    @Outcome(id = "0, 3, 0", expect = ACCEPTABLE, desc = "thief, thief -> owner, who finds nothing")
    @Outcome(
            id = "2, 3, 0",
            expect = FORBIDDEN,
            desc = "both have the last: the owner's step was delayed past both of the thief's")
    @Outcome(expect = FORBIDDEN, desc = "a task lost, or left although somebody came for it")
    public static class LastTwo {}

    /** {@code CHASE_LEV}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class ChaseLev {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Holds one task. */
            public Queue() {
                super(Disciplines::chaseLev);
                queue.push(new Mark(1));
            }
        }

        /** Takes the newest. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.pop();
        }

        /** Takes the oldest. */
        @Actor
        public void thief(Queue q, III_Result r) {
            r.r2 = q.steal();
        }

        /** Looks at the rest. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = q.drain();
        }
    }

    /** {@code THE}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class The {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Holds one task. */
            public Queue() {
                super(Disciplines::the);
                queue.push(new Mark(1));
            }
        }

        /** Takes the newest. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.pop();
        }

        /** Takes the oldest. */
        @Actor
        public void thief(Queue q, III_Result r) {
            r.r2 = q.steal();
        }

        /** Looks at the rest. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = q.drain();
        }
    }

    /** {@code SPLIT}, its task in the shared part. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class Split {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Holds one task. */
            public Queue() {
                super(Disciplines::split);
                queue.push(new Mark(1));
                queue.publish();
            }
        }

        /** Takes the newest. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.pop();
        }

        /** Takes the oldest. */
        @Actor
        public void thief(Queue q, III_Result r) {
            r.r2 = q.steal();
        }

        /** Looks at the rest. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = q.drain();
        }
    }

    /** {@code CHASE_LEV}, with two tasks. */
    @JCStressTest
    @JCStressMeta(LastTwo.class)
    public static class ChaseLevLastTwo {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Holds two tasks. */
            public Queue() {
                super(Disciplines::chaseLev);
                queue.push(new Mark(1));
                queue.push(new Mark(2));
            }
        }

        /** Takes the newest. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.pop();
        }

        /** Takes the oldest, twice. */
        @Actor
        public void thief(Queue q, III_Result r) {
            r.r2 = q.steal() + q.steal();
        }

        /** Looks at the rest. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = q.drain();
        }
    }

    /** {@code THE}, with two tasks. */
    @JCStressTest
    @JCStressMeta(LastTwo.class)
    public static class TheLastTwo {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Holds two tasks. */
            public Queue() {
                super(Disciplines::the);
                queue.push(new Mark(1));
                queue.push(new Mark(2));
            }
        }

        /** Takes the newest. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.pop();
        }

        /** Takes the oldest, twice. */
        @Actor
        public void thief(Queue q, III_Result r) {
            r.r2 = q.steal() + q.steal();
        }

        /** Looks at the rest. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = q.drain();
        }
    }
}
