package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@code SPLIT}: an asker takes over an owner's tasks while another that is about to sleep looks
 * once more. Row S6 of PROTOCOL.md.
 */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "the tasks are hidden, being moved, or shared")
@Outcome(expect = FORBIDDEN, desc = "the other sleeps beside tasks that nobody has taken")
public class LookAgainstForce {
    /** Two private tasks that an asker is about to take over. */
    @State
    public static class Pool {
        private final Scheduler scheduler = RacedQueue.nobody(Disciplines::split);
        private final WorkQueue owner = Disciplines.split(scheduler);
        private final int begun;

        /** Answers the request that a queue begins with, before it has tasks. */
        public Pool() {
            scheduler.workers.add(owner);
            owner.balance();
            owner.push(new RacedQueue.Mark(1));
            owner.push(new RacedQueue.Mark(2));
            begun = owner.beginForce();
        }
    }

    /** Moves them. */
    @Actor
    public void asker(Pool p) {
        p.owner.finishForce(p.begun);
    }

    /** Looks. */
    @Actor
    public void sleeper(Pool p, Z_Result r) {
        r.r1 = p.scheduler.idling.hasWork();
    }
}
