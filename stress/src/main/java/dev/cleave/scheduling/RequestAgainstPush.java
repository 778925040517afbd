package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker that goes to sleep asks to be woken, and looks once more, while a task is pushed. Row A1
 * of PROTOCOL.md.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "request -> push, which wakes the worker")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "push -> look, which finds the task")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each sees the other")
@Outcome(expect = FORBIDDEN, desc = "the worker sleeps beside the task")
public class RequestAgainstPush {
    /** {@code SHARED}: a queue that nobody asks. */
    @State
    public static class Queue extends RacedQueue {
        /** Is empty. */
        public Queue() {
            super(unused -> Disciplines.shared(nobody()));
            queue.balance(); // answers the request that a queue starts with
            queue.counters.pollsAnswered = 0;
        }
    }

    /** Pushes; whether it is asked. */
    @Actor
    public void owner(Queue q, II_Result r) {
        q.queue.push(new RacedQueue.Mark(1));
        r.r1 = (int) q.queue.counters.pollsAnswered;
    }

    /** Asks, and looks. */
    @Actor
    public void worker(Queue q, II_Result r) {
        q.queue.request();
        r.r2 = q.queue.mayHaveWork() ? 1 : 0;
    }
}
