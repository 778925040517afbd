package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.BitSet;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An owner whose queue grows, twice, under the hands of a thief. Row D2 of PROTOCOL.md. */
public class DequeGrowStress {
    /** How many of three tries gave the thief a task; how many tasks were lost or came twice. */
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the thief lost every race")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the thief won one")
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "the thief won two")
    @Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "the thief won all")
    @Outcome(
            expect = FORBIDDEN,
            desc = "a task lost or doubled: the thief read a slot of the wrong array")
    public static class Outcomes {}

    /** A queue about to grow. */
    abstract static class Growing {
        /** What every queue here starts with: one short of the first array. */
        private static final int BEFORE = 62;

        /** Enough for the array to double twice. */
        private static final int AFTER = 140;

        private static final RacedQueue.Mark[] MARKS = marks();

        private final WorkQueue queue;
        private final WorkQueue thief;
        private final int[] stolen = new int[3];

        Growing(Function<Scheduler, WorkQueue> discipline) {
            queue = discipline.apply(RacedQueue.NOBODY);
            thief = discipline.apply(RacedQueue.NOBODY);
            for (int i = 0; i < BEFORE; i++) {
                queue.push(MARKS[i]);
            }
        }

        private static RacedQueue.Mark[] marks() {
            RacedQueue.Mark[] marks = new RacedQueue.Mark[AFTER];
            for (int i = 0; i < AFTER; i++) {
                marks[i] = new RacedQueue.Mark(i + 1);
            }
            return marks;
        }

        void grow() {
            for (int i = BEFORE; i < AFTER; i++) {
                queue.push(MARKS[i]);
            }
        }

        int stealThrice() {
            int won = 0;
            for (int i = 0; i < stolen.length; i++) {
                stolen[i] = RacedQueue.bit(queue.steal(thief, 0));
                if (stolen[i] != 0) {
                    won++;
                }
            }
            return won;
        }

        /** How many tasks did not come out exactly once. */
        int wrong() {
            BitSet seen = new BitSet();
            int doubled = 0;
            for (int number : stolen) {
                doubled += number != 0 && seen.get(number) ? 1 : 0;
                seen.set(number);
            }
            for (Task task; (task = queue.pop()) != null; ) {
                int number = RacedQueue.bit(task);
                doubled += seen.get(number) ? 1 : 0;
                seen.set(number);
            }
            seen.clear(0);
            return doubled + AFTER - seen.cardinality();
        }
    }

    /** {@code CHASE_LEV}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class ChaseLev {
        /** The queue. */
        @State
        public static class Queue extends Growing {
            /** Is nearly full. */
            public Queue() {
                super(Disciplines::chaseLev);
            }
        }

        /** Pushes beyond the array. */
        @Actor
        public void owner(Queue q) {
            q.grow();
        }

        /** Takes the oldest, thrice. */
        @Actor
        public void thief(Queue q, II_Result r) {
            r.r1 = q.stealThrice();
        }

        /** Counts. */
        @Arbiter
        public void rest(Queue q, II_Result r) {
            r.r2 = q.wrong();
        }
    }

    /** {@code THE}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class The {
        /** The queue. */
        @State
        public static class Queue extends Growing {
            /** Is nearly full. */
            public Queue() {
                super(Disciplines::the);
            }
        }

        /** Pushes beyond the array. */
        @Actor
        public void owner(Queue q) {
            q.grow();
        }

        /** Takes the oldest, thrice. */
        @Actor
        public void thief(Queue q, II_Result r) {
            r.r1 = q.stealThrice();
        }

        /** Counts. */
        @Arbiter
        public void rest(Queue q, II_Result r) {
            r.r2 = q.wrong();
        }
    }
}
