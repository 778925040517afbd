package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.function.Function;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thief asks, waits for a moment and leaves, while the owner hands over. Rows R1 to R4 and N1 to
 * N4 of PROTOCOL.md.
 */
public class HandOverStress {
    /** The tasks that the owner had in the end, and those of the thief. */
    @Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "the thief left, or came too late")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the thief has the older task")
    @Outcome(id = "0, 3", expect = ACCEPTABLE, desc = "the thief has both")
    @Outcome(expect = FORBIDDEN, desc = "a task lost, with both, or without its field")
    public static class Outcomes {}

    /** Two tasks, private to an owner. */
    abstract static class Owned extends RacedQueue {
        /** Polls, for about as long as the thief waits. */
        private static final int POLLS = 64;

        private static final int PAYLOAD = 42;

        Owned(Function<Scheduler, WorkQueue> discipline) {
            super(discipline);
            for (int bit = 1; bit <= 2; bit++) {
                Mark task = new Mark(bit);
                task.payload = PAYLOAD;
                queue.push(task);
            }
        }

        int pollAndPop() {
            for (int i = 0; i < POLLS; i++) {
                queue.balance();
            }
            return pop() + pop();
        }

        int stealTwice() {
            int sum = 0;
            for (int i = 0; i < 2; i++) {
                Mark task = (Mark) queue.steal(thief, 0);
                sum += task == null ? 0 : task.payload == PAYLOAD ? task.bit : -1;
            }
            return sum;
        }
    }

    /** {@code RECEIVER_INITIATED}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class ReceiverInitiated {
        /** The queue. */
        @State
        public static class Queue extends Owned {
            /** Holds two tasks. */
            public Queue() {
                super(Disciplines::receiverInitiated);
            }
        }

        /** Polls, and then takes what is left. */
        @Actor
        public void owner(Queue q, II_Result r) {
            r.r1 = q.pollAndPop();
        }

        /** Asks, twice. */
        @Actor
        public void thief(Queue q, II_Result r) {
            r.r2 = q.stealTwice();
        }

        /** What was in nobody's hands. */
        @Arbiter
        public void later(Queue q, II_Result r) {
            r.r1 += q.drain();
        }
    }

    /** {@code SENDER_INITIATED}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class SenderInitiated {
        /** The queue. */
        @State
        public static class Queue extends Owned {
            /** Holds two tasks. */
            public Queue() {
                super(scheduler -> Disciplines.senderInitiated(scheduler, 1));
            }
        }

        /** Polls, and then takes what is left. */
        @Actor
        public void owner(Queue q, II_Result r) {
            r.r1 = q.pollAndPop();
        }

        /** Asks, twice. */
        @Actor
        public void thief(Queue q, II_Result r) {
            r.r2 = q.stealTwice();
        }

        /** What was in nobody's hands. */
        @Arbiter
        public void later(Queue q, II_Result r) {
            r.r1 += q.drain();
        }
    }
}
