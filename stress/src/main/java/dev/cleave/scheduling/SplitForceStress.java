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
 * {@code SPLIT}: an asker takes over the private tasks of an owner that goes on working. Rows S1 to
 * S3 of PROTOCOL.md.
 *
 * <p>The asker waits {@link #GRACE_NANOS} between the two steps of its take-over instead of {@link
 * Tuning#GRACE_NANOS}: a fiftieth, still long for a store buffer, so that the owner's steps meet
 * the second step of the take-over more often, and the protocol is tried under less than it
 * demands.
 */
public class SplitForceStress {
    private static final long GRACE_NANOS = Tuning.GRACE_NANOS / 50;

    /** A shared task, 1, and two private ones, 2 and 4. */
    @State
    public static class Queue extends RacedQueue {
        /** Holds three tasks. */
        public Queue() {
            super(Disciplines::split);
            queue.push(new Mark(1)); // shared: it answers the request that a queue starts with
            queue.push(new Mark(2));
            queue.push(new Mark(4));
        }

        /** Begins the take-over, waits, ends it, and steals. */
        int force() {
            int begun = queue.beginForce();
            if (begun != 0) {
                long end = System.nanoTime() + GRACE_NANOS;
                while (System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
                queue.finishForce(begun);
            }
            return steal() | steal();
        }
    }

    /** What the owner got, what the asker got, whether the rest is the rest. */
    @Outcome(
            id = {"4, 1, 0", "4, 3, 0"},
            expect = ACCEPTABLE,
            desc = "owner -> take-over: the newest was the owner's")
    @Outcome(
            id = "0, 3, 0",
            expect = ACCEPTABLE,
            desc = "take-over -> owner, who finds its newest task moved")
    @Outcome(expect = FORBIDDEN, desc = "a task taken twice, or lost: the grace did not suffice")
    public static class Unpush {}

    /** The owner takes its newest task back. */
    @JCStressTest
    @JCStressMeta(Unpush.class)
    public static class OwnerUnpushes {
        /** Takes the newest private task, if it is still that. */
        @Actor
        public void owner(Queue q, III_Result r) {
            Task newest = q.queue.peek(false);
            r.r1 = newest != null && q.queue.tryUnpush(newest) ? RacedQueue.bit(newest) : 0;
        }

        /** Takes all over. */
        @Actor
        public void asker(Queue q, III_Result r) {
            r.r2 = q.force();
        }

        /** Adds up. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = r.r1 + r.r2 + q.drain() - 7;
        }
    }

    /** What the owner got, what the asker got, whether the rest is the rest. */
    @Outcome(
            id = "6, 1, 0",
            expect = ACCEPTABLE,
            desc = "owner -> take-over: both were the owner's")
    @Outcome(id = "4, 3, 0", expect = ACCEPTABLE, desc = "owner -> take-over -> owner, too late")
    @Outcome(expect = FORBIDDEN, desc = "a task taken twice, or lost: the grace did not suffice")
    public static class Pops {}

    /** The owner pops twice. */
    @JCStressTest
    @JCStressMeta(Pops.class)
    public static class OwnerPops {
        /** Pops two. */
        @Actor
        public void owner(Queue q, III_Result r) {
            r.r1 = q.pop() + q.pop();
        }

        /** Takes all over. */
        @Actor
        public void asker(Queue q, III_Result r) {
            r.r2 = q.force();
        }

        /** Adds up. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = r.r1 + r.r2 + q.drain() - 7;
        }
    }

    /** What the owner got, what the asker got, whether the rest is the rest. */
    @Outcome(
            id = {"8, 1, 0", "8, 3, 0"},
            expect = ACCEPTABLE,
            desc = "the owner took back what it had just pushed")
    @Outcome(id = "0, 3, 0", expect = ACCEPTABLE, desc = "the take-over came between push and pop")
    @Outcome(expect = FORBIDDEN, desc = "a task taken twice, or lost: the grace did not suffice")
    public static class PushUnpush {}

    /** The owner pushes and takes back: fork and join. */
    @JCStressTest
    @JCStressMeta(PushUnpush.class)
    public static class OwnerForksAndJoins {
        /** Pushes one, and takes it back. */
        @Actor
        public void owner(Queue q, III_Result r) {
            RacedQueue.Mark task = new RacedQueue.Mark(8);
            q.queue.push(task);
            r.r1 = q.queue.tryUnpush(task) ? 8 : 0;
        }

        /** Takes all over. */
        @Actor
        public void asker(Queue q, III_Result r) {
            r.r2 = q.force();
        }

        /** Adds up. */
        @Arbiter
        public void rest(Queue q, III_Result r) {
            r.r3 = r.r1 + r.r2 + q.drain() - 15;
        }
    }
}
