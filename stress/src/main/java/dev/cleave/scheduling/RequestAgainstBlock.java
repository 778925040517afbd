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
 * A thief asks an owner that publishes its only task and then waits, answering nobody any more. The
 * thief must come by the task without the owner.
 */
public class RequestAgainstBlock {
    /** Whether the thief got the task while the owner worked; how often it got it in all. */
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "owner publishes -> thief")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "thief asks -> owner publishes -> thief")
    @Outcome(
            expect = FORBIDDEN,
            desc =
                    "the task was never to be had, or twice: a request fell between publish and wait")
    public static class Outcomes {}

    /** One task, private to an owner. */
    abstract static class Published extends RacedQueue {
        /** A thief does not try more often than this without a task; any number would do. */
        private static final int TRIES = 100;

        Published(Function<Scheduler, WorkQueue> discipline) {
            super(discipline);
            queue.balance(); // answers the request that a queue starts with
            queue.push(new Mark(1));
        }

        /** The thief's tries after the owner has gone to wait: how often the task came. */
        int stealWithoutOwner() {
            int times = 0;
            for (int i = 0; i < TRIES; i++) {
                times += steal();
            }
            return times;
        }
    }

    /** {@code SPLIT}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class Split {
        /** The queue. */
        @State
        public static class Queue extends Published {
            /** Holds one task. */
            public Queue() {
                super(Disciplines::split);
            }
        }

        /** Publishes, and waits. */
        @Actor
        public void owner(Queue q) {
            q.queue.publish();
        }

        /** Asks. */
        @Actor
        public void thief(Queue q, II_Result r) {
            r.r1 = q.steal();
        }

        /** Asks again. */
        @Arbiter
        public void later(Queue q, II_Result r) {
            r.r2 = r.r1 + q.stealWithoutOwner();
        }
    }

    /** {@code RECEIVER_INITIATED}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class ReceiverInitiated {
        /** The queue. */
        @State
        public static class Queue extends Published {
            /** Holds one task. */
            public Queue() {
                super(Disciplines::receiverInitiated);
            }
        }

        /** Publishes, and waits. */
        @Actor
        public void owner(Queue q) {
            q.queue.publish();
        }

        /** Asks. */
        @Actor
        public void thief(Queue q, II_Result r) {
            r.r1 = q.steal();
        }

        /** Asks again. */
        @Arbiter
        public void later(Queue q, II_Result r) {
            r.r2 = r.r1 + q.stealWithoutOwner();
        }
    }

    /** {@code SENDER_INITIATED}. */
    @JCStressTest
    @JCStressMeta(Outcomes.class)
    public static class SenderInitiated {
        /** The queue. */
        @State
        public static class Queue extends Published {
            /** Holds one task. */
            public Queue() {
                super(Disciplines::senderInitiated);
            }
        }

        /** Publishes, and waits. */
        @Actor
        public void owner(Queue q) {
            q.queue.publish();
        }

        /** Asks. */
        @Actor
        public void thief(Queue q, II_Result r) {
            r.r1 = q.steal();
        }

        /** Asks again. */
        @Arbiter
        public void later(Queue q, II_Result r) {
            r.r2 = r.r1 + q.stealWithoutOwner();
        }
    }
}
