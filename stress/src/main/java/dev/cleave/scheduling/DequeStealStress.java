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
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A push and the thief who sees it; then two thieves and two tasks. Rows D1, H1, L1 and A2 of
 * PROTOCOL.md.
 */
public class DequeStealStress {
    /** What the thief saw of the task's field. */
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "thief -> owner: nothing to steal yet")
    @Outcome(id = "42", expect = ACCEPTABLE, desc = "owner -> thief, who sees the task's field")
    @Outcome(
            expect = FORBIDDEN,
            desc = "the thief has the task before its field, as without the release of D1")
    public static class Publication {}

    /** Publication in {@code CHASE_LEV}. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class ChaseLevPublication {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Is empty. */
            public Queue() {
                super(Disciplines::chaseLev);
            }
        }

        /** Makes and pushes a task. */
        @Actor
        public void owner(Queue q) {
            q.publish();
        }

        /** Steals and reads it. */
        @Actor
        public void thief(Queue q, I_Result r) {
            r.r1 = q.stealPayload();
        }
    }

    /** Publication in {@code THE}. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class ThePublication {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Is empty. */
            public Queue() {
                super(Disciplines::the);
            }
        }

        /** Makes and pushes a task. */
        @Actor
        public void owner(Queue q) {
            q.publish();
        }

        /** Steals and reads it. */
        @Actor
        public void thief(Queue q, I_Result r) {
            r.r1 = q.stealPayload();
        }
    }

    /** Publication in {@code SPLIT}, whose owner answers the request of a thief before. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class SplitPublication {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Is empty, and asked. */
            public Queue() {
                super(Disciplines::split);
                queue.request();
            }
        }

        /** Makes and pushes a task. */
        @Actor
        public void owner(Queue q) {
            q.publish();
        }

        /** Steals and reads it. */
        @Actor
        public void thief(Queue q, I_Result r) {
            r.r1 = q.stealPayload();
        }
    }

    /** Publication in {@code LINKED}. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class LinkedPublication {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Is empty. */
            public Queue() {
                super(Disciplines::linked);
            }
        }

        /** Makes and pushes a task. */
        @Actor
        public void owner(Queue q) {
            q.publish();
        }

        /** Steals and reads it. */
        @Actor
        public void thief(Queue q, I_Result r) {
            r.r1 = q.stealPayload();
        }
    }

    /** Publication in {@code SHARED}. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class SharedPublication {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Is empty. */
            public Queue() {
                super(unused -> Disciplines.shared(nobody()));
            }
        }

        /** Makes and pushes a task. */
        @Actor
        public void owner(Queue q) {
            q.publish();
        }

        /** Steals and reads it. */
        @Actor
        public void thief(Queue q, I_Result r) {
            r.r1 = q.stealPayload();
        }
    }

    /** What each thief got, what is left. */
    @Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "thief 1 -> thief 2")
    @Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "thief 2 -> thief 1")
    @Outcome(id = "1, 0, 2", expect = ACCEPTABLE, desc = "thief 1 -> thief 2, who lost the race")
    @Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "thief 2 -> thief 1, who lost the race")
    @Outcome(expect = FORBIDDEN, desc = "a task taken twice, lost, or out of order")
    public static class TwoOfTwo {}

    /** Two thieves in {@code CHASE_LEV}. */
    @JCStressTest
    @JCStressMeta(TwoOfTwo.class)
    public static class ChaseLevThieves {
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

        /** Takes the oldest. */
        @Actor
        public void thief1(Queue q, III_Result r) {
            r.r1 = q.steal();
        }

        /** Takes the oldest. */
        @Actor
        public void thief2(Queue q, III_Result r) {
            r.r2 = q.steal();
        }

        /** Looks at the rest. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = q.drain();
        }
    }

    /** Two thieves in {@code THE}. */
    @JCStressTest
    @JCStressMeta(TwoOfTwo.class)
    public static class TheThieves {
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

        /** Takes the oldest. */
        @Actor
        public void thief1(Queue q, III_Result r) {
            r.r1 = q.steal();
        }

        /** Takes the oldest. */
        @Actor
        public void thief2(Queue q, III_Result r) {
            r.r2 = q.steal();
        }

        /** Looks at the rest. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = q.drain();
        }
    }
}
