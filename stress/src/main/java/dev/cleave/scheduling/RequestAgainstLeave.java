package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A thief makes its request while the victim is about to leave its private part. The victim's next
 * push answers. Row R5 of PROTOCOL.md.
 */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "answered")
@Outcome(expect = FORBIDDEN, desc = "the request was overlooked")
public class RequestAgainstLeave {
    /** One task, private to a victim. */
    @State
    public static class Queue extends RacedQueue {
        private final ReceiverInitiatedQueue victim = (ReceiverInitiatedQueue) queue;
        private final ReceiverInitiatedQueue asker = (ReceiverInitiatedQueue) thief;

        /** Holds one task. */
        public Queue() {
            super(Disciplines::receiverInitiated);
            queue.balance(); // answers the request that a queue starts with
            queue.push(new Mark(1));
        }
    }

    /** Enters, and leaves. */
    @Actor
    public void victim(Queue q) {
        q.victim.leave(q.victim.enter());
    }

    /** Makes its request. */
    @Actor
    public void thief(Queue q) {
        q.asker.request(q.victim, 0);
    }

    /** The victim forks once more. */
    @Arbiter
    public void later(Queue q, I_Result r) {
        q.queue.push(new RacedQueue.Mark(2));
        r.r1 = q.asker.isAnswered() ? 1 : 0;
    }
}
