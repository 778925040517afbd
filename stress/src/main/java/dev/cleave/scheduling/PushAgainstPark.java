package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker parks, and asks, while the owner of a queue that is asked pushes. Row I5 of PROTOCOL.md.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "park -> push, which wakes the worker")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the same, and nobody else sleeps")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "push -> park, whose request stands")
@Outcome(expect = FORBIDDEN, desc = "the request was lost, and the worker sleeps beside the tasks")
public class PushAgainstPark {
    /** A queue that somebody has asked, and a worker. */
    @State
    public static class Pool extends RacedPark {
        private final WorkQueue queue = Disciplines.chaseLev(scheduler);

        /** Both compute, and no more may. */
        public Pool() {
            scheduler.workers.releaseOne();
            queue.limit = WorkQueue.REQUESTED;
        }
    }

    /** Pushes. */
    @Actor
    public void owner(Pool p) {
        p.queue.push(new RacedQueue.Mark(1));
    }

    /** Parks, and asks. */
    @Actor
    public void worker(Pool p) {
        p.parkAndAsk(p.queue);
    }

    /** Whether the worker has been woken, whether the owner is asked. */
    @Arbiter
    public void later(Pool p, II_Result r) {
        r.r1 = p.woken();
        r.r2 = RacedPark.asked(p.queue);
    }
}
