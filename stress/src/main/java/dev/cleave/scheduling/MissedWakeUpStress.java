package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A task completes without the stack to wake its waiter, and its completer makes up for that, while
 * somebody else makes up for another. Row T3 of PROTOCOL.md. A lost wake-up is a test that never
 * ends. Needs three processors.
 */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "in any order, the waiter wakes")
@Outcome(expect = FORBIDDEN, desc = "awake, and the task is not complete")
public class MissedWakeUpStress {
    /** A task. */
    @State
    public static class Pending {
        private final Task task = new RacedQueue.Mark(1);
    }

    /** Waits. */
    @Actor
    public void waiter(Pending p, I_Result r) {
        try {
            r.r1 = TaskWaiters.await(p.task, false, false, 0) ? 1 : 0;
        } catch (InterruptedException e) {
            r.r1 = -1;
        }
    }

    /** Completes the task as on a full stack, and makes up for it further out. */
    @Actor
    public void completer(Pending p) {
        RacedQueue.pauseAsWaiters();
        p.task.state = Task.FAILED;
        TaskWaiters.missed = true;
        TaskWaiters.wakeMissed();
    }

    /** Looks because of another. */
    @Actor
    public void another(Pending p) {
        RacedQueue.pauseAsWaiters();
        TaskWaiters.missed = true;
        TaskWaiters.wakeMissed();
    }
}
