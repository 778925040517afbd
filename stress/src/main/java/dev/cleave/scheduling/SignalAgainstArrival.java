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
 * An owner pushes, and signals, while a worker that has been woken in a crowd gets another's task.
 * Row I6 of PROTOCOL.md.
 */
@JCStressTest
@Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "it got the older task, and the sleeper is woken")
@Outcome(expect = FORBIDDEN, desc = "it works, and the other worker sleeps beside the new task")
public class SignalAgainstArrival {
    /** An owner that is asked, one that has a task, a worker on its way, and one that sleeps. */
    @State
    public static class Pool {
        private static final int MANY = Tuning.PROCESSORS + 2;

        private final Scheduler scheduler =
                new Scheduler(
                        new NoWorkers(),
                        new Scheduler.Sizes(MANY, MANY, MANY, 0, 1),
                        false,
                        Disciplines::split,
                        false);
        private final WorkQueue onItsWay = queue();
        private final WorkQueue asleep = queue();
        private final WorkQueue asked = queue();
        private final WorkQueue other = queue();

        /** All but the sleeper are awake: one more than there are processors. */
        public Pool() {
            for (int i = 0; i < MANY; i++) {
                scheduler.workers.releaseOne();
            }
            other.push(new RacedQueue.Mark(2)); // each queue begins with a request
            scheduler.workers.park(onItsWay);
            scheduler.workers.park(asleep);
            scheduler.workers.releaseOne();
        }

        private WorkQueue queue() {
            WorkQueue queue = Disciplines.split(scheduler);
            scheduler.workers.add(queue);
            return queue;
        }
    }

    /** Pushes, and finds itself asked. */
    @Actor
    public void owner(Pool p) {
        p.asked.push(new RacedQueue.Mark(1));
    }

    /** Arrives, and gets a task. */
    @Actor
    public void woken(Pool p, II_Result r) {
        p.scheduler.workers.unpark(p.onItsWay);
        r.r1 = ((RacedQueue.Mark) p.other.steal(p.onItsWay, 0)).bit;
        p.scheduler.idling.announce(p.onItsWay);
    }

    /** Whether the sleeper has been woken. */
    @Arbiter
    public void later(Pool p, II_Result r) {
        r.r2 = p.asleep.parked ? 0 : 1;
    }
}
