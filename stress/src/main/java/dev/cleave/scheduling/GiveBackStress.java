package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A task is given back as its joiner goes to sleep. Row I3 of PROTOCOL.md. A lost wake-up is a test
 * that never ends.
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "in any order, the joiner is told of the offer")
@Outcome(expect = FORBIDDEN, desc = "the joiner takes the task for complete")
public class GiveBackStress {
    /** A task that nobody has. */
    @State
    public static class Lost {
        private final Task task = new RacedQueue.Mark(1);
        private final Submissions offers = new Submissions(false);
    }

    /** Waits. */
    @Actor
    public void joiner(Lost l, I_Result r) {
        try {
            r.r1 = TaskWaiters.sleep(l.task, false, false, 0, l.offers) ? 1 : 0;
        } catch (InterruptedException e) {
            r.r1 = -1;
        }
    }

    /** Gives back, about when the joiner has spun in vain. */
    @Actor
    public void helper(Lost l) {
        RacedQueue.pauseAsWaiters();
        l.offers.addFirst(l.task);
        TaskWaiters.wake(l.task);
    }
}
