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
 * The owner takes tasks from a deque other than one by one from its end, while a thief takes the
 * oldest. Rows D3 and D5 of PROTOCOL.md.
 */
public class DequeRemoveStress {
    /** What the owner got, the sum of what the thief got, what is left: of 1, 2 and 4. */
    @Outcome(id = "1, 2, 4", expect = ACCEPTABLE, desc = "owner -> thief, disturbed once")
    @Outcome(id = "1, 6, 0", expect = ACCEPTABLE, desc = "owner -> thief")
    @Outcome(id = "0, 3, 4", expect = ACCEPTABLE, desc = "thief -> owner, who comes too late")
    @Outcome(expect = FORBIDDEN, desc = "a task lost, or taken by both")
    public static class Outcomes {}

    /** {@code CHASE_LEV}: the owner joins the oldest of three. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class Oldest {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            private final Mark oldest = new Mark(1);

            /** Holds three tasks. */
            public Queue() {
                super(Disciplines::chaseLev);
                queue.push(oldest);
                queue.push(new Mark(2));
                queue.push(new Mark(4));
            }
        }

        /** Takes the oldest out. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.queue.remove(q.oldest) ? 1 : 0;
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

    /** {@code CHASE_LEV}: the owner joins the one in the middle, for which it withdraws two. */
    @JCStressTest
    @Outcome(id = "2, 0, 5", expect = ACCEPTABLE, desc = "the thief was disturbed twice")
    @Outcome(id = "2, 1, 4", expect = ACCEPTABLE, desc = "owner -> thief, disturbed once")
    @Outcome(id = "2, 5, 0", expect = ACCEPTABLE, desc = "owner -> thief")
    @Outcome(id = "0, 3, 4", expect = ACCEPTABLE, desc = "thief -> owner, who comes too late")
    @Outcome(expect = FORBIDDEN, desc = "a task lost, or taken by both")
    public static class Middle {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            private final Mark middle = new Mark(2);

            /** Holds three tasks. */
            public Queue() {
                super(Disciplines::chaseLev);
                queue.push(new Mark(1));
                queue.push(middle);
                queue.push(new Mark(4));
            }
        }

        /** Takes the middle one out. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.queue.remove(q.middle) ? 2 : 0;
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

    /** {@code SPLIT}: the owner comes back to seven shared tasks, and takes three more back. */
    @JCStressTest
    @Outcome(id = "112, 0, 15", expect = ACCEPTABLE, desc = "the thief was disturbed each time")
    @Outcome(id = "112, 1, 14", expect = ACCEPTABLE, desc = "the thief got one")
    @Outcome(id = "112, 3, 12", expect = ACCEPTABLE, desc = "the thief got two")
    @Outcome(id = "112, 7, 8", expect = ACCEPTABLE, desc = "the thief got three")
    @Outcome(id = "112, 15, 0", expect = ACCEPTABLE, desc = "the thief got four")
    @Outcome(id = "96, 31, 0", expect = ACCEPTABLE, desc = "the thief got five")
    @Outcome(expect = FORBIDDEN, desc = "a task lost, or taken by both")
    public static class Reclaimed {
        /** The queue. */
        @State
        public static class Queue extends RacedQueue {
            /** Shares seven tasks. */
            public Queue() {
                super(Disciplines::split);
                for (int bit = 1; bit <= 64; bit <<= 1) {
                    queue.push(new Mark(bit));
                }
                queue.publish();
            }
        }

        /** Takes the newest, three times. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.pop() + q.pop() + q.pop();
        }

        /** Takes the oldest, five times. */
        @Actor
        public void thief(Queue q, III_Result r) {
            r.r2 = q.steal() + q.steal() + q.steal() + q.steal() + q.steal();
        }

        /** Looks at the rest. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = q.drain();
        }
    }
}
