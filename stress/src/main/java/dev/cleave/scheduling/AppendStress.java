package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cleave.scheduling.RacedQueue.Mark;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Tasks are submitted, and taken, at once. Rows U1 and U2 of PROTOCOL.md. */
public class AppendStress {
    /** A queue of which each block has two slots, so that most races are about the next block. */
    @State
    public static class Queue {
        final AppendQueue tasks = new AppendQueue(2);
        volatile boolean parked;

        final void add(int bit) {
            Mark task = new Mark(bit);
            task.payload = bit;
            tasks.add(task);
        }

        /** What was written into the oldest task; 0 if there is none. */
        int poll() {
            Mark task = (Mark) tasks.poll();
            return task == null ? 0 : task.payload;
        }

        /** The sum of all. */
        int rest() {
            int sum = 0;
            for (int one; (one = poll()) != 0; ) {
                sum += one;
            }
            return sum;
        }
    }

    /** One task is in the first block, which has one more slot. */
    @State
    public static class Begun extends Queue {
        final Mark oldest = new Mark(1);

        /** Holds one task. */
        public Begun() {
            oldest.payload = 1;
            tasks.add(oldest);
        }
    }

    /** The first block is full, and one task is in the next. */
    @State
    public static class Full extends Begun {
        /** Holds three tasks. */
        public Full() {
            add(2);
            add(4);
        }
    }

    /** One thread appends, and one takes, across the end of a block. */
    @JCStressTest
    @Outcome(id = "1, 0, 6", expect = ACCEPTABLE, desc = "the taker comes first")
    @Outcome(id = "1, 2, 4", expect = ACCEPTABLE, desc = "the appender comes between its steps")
    @Outcome(expect = FORBIDDEN, desc = "a task lost, taken twice, or taken before an older one")
    public static class AtTheEndOfBlock {
        /** Appends two. */
        @Actor
        public void appender(Begun q) {
            q.add(2);
            q.add(4);
        }

        /** Takes two. */
        @Actor
        public void taker(Begun q, III_Result r) {
            r.r1 = q.poll();
            r.r2 = q.poll();
        }

        /** Takes what is left. */
        @Arbiter
        public void rest(Begun q, III_Result r) {
            r.r3 = q.rest();
        }
    }

    /** Two append, and both want the last slot of a block. */
    @JCStressTest
    @Outcome(id = "1, 6", expect = ACCEPTABLE, desc = "in any order")
    @Outcome(expect = FORBIDDEN, desc = "a task lost, or twice there")
    public static class TwoAppenders {
        /** Appends. */
        @Actor
        public void first(Begun q) {
            q.add(2);
        }

        /** Appends. */
        @Actor
        public void second(Begun q) {
            q.add(4);
        }

        /** Takes all. */
        @Arbiter
        public void rest(Begun q, II_Result r) {
            r.r1 = q.poll();
            r.r2 = q.rest();
        }
    }

    /** Two take two each, of three, across the end of a block. */
    @JCStressTest
    @Outcome(
            id = {"3, 4, 0", "4, 3, 0", "5, 2, 0", "2, 5, 0", "6, 1, 0", "1, 6, 0"},
            expect = ACCEPTABLE,
            desc = "each task is taken once")
    @Outcome(expect = FORBIDDEN, desc = "a task lost, left, or taken twice")
    public static class TwoTakers {
        /** Takes two. */
        @Actor
        public void first(Full q, III_Result r) {
            r.r1 = q.poll() + q.poll();
        }

        /** Takes two. */
        @Actor
        public void second(Full q, III_Result r) {
            r.r2 = q.poll() + q.poll();
        }

        /** Takes what is left. */
        @Arbiter
        public void rest(Full q, III_Result r) {
            r.r3 = q.rest();
        }
    }

    /** A task is submitted as a worker goes to sleep. */
    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "the appender wakes the worker")
    @Outcome(
            id = {"true, 1", "false, 1"},
            expect = ACCEPTABLE,
            desc = "the worker sees the task")
    @Outcome(id = "false, 0", expect = FORBIDDEN, desc = "the task sleeps with the worker")
    public static class AgainstPark {
        /** Appends, then looks who sleeps. */
        @Actor
        public void appender(Queue q, ZI_Result r) {
            q.add(1);
            r.r1 = q.parked;
        }

        /** Says that it sleeps, then looks once more. */
        @Actor
        public void worker(Queue q, ZI_Result r) {
            q.parked = true;
            r.r2 = q.tasks.isEmpty() ? 0 : 1;
        }
    }

    /** One thread wants a task back that another takes. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it gets it back")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it comes too late")
    @Outcome(expect = FORBIDDEN, desc = "both have it, or nobody")
    public static class TakenBack {
        /** Takes it back. */
        @Actor
        public void owner(Begun q, II_Result r) {
            r.r1 = q.tasks.remove(q.oldest) ? 1 : 0;
        }

        /** Takes the oldest. */
        @Actor
        public void taker(Begun q, II_Result r) {
            r.r2 = q.poll();
        }
    }
}
