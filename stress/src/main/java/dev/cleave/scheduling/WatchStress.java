package dev.cleave.scheduling;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A call with pending calls begins as the watch goes to sleep. Row P5 of PROTOCOL.md. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "watch -> call, which wakes somebody")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "call -> watch, which goes on")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each sees the other")
@Outcome(expect = FORBIDDEN, desc = "nobody looks at the call")
public class WatchStress {
    /** A pool that lacks a worker, and a watch that has seen no call for long. */
    @State
    public static class Idle {
        private final NoWorkers host = new NoWorkers();
        private final Scheduler scheduler =
                new Scheduler(
                        host,
                        new Scheduler.Sizes(1, 1, 1, 0, 1),
                        false,
                        Disciplines::chaseLev,
                        false);
        private final WorkQueue keeper = Disciplines.chaseLev(scheduler);
        private final RacedCalls calls = new RacedCalls(scheduler, 0);

        /** The keeper is to go at its next look. */
        public Idle() {
            calls.begin(0);
            scheduler.watch.keeps(keeper);
            calls.end();
            scheduler.watch.lastCall -= TimeUnit.SECONDS.toNanos(1);
            host.wanted = 0;
        }
    }

    /** Begins; how often it asks for a worker. */
    @Actor
    public void call(Idle i, II_Result r) {
        i.calls.begin(0);
        r.r1 = i.host.wanted;
    }

    /** Looks; whether it goes on. */
    @Actor
    public void watch(Idle i, II_Result r) {
        r.r2 = i.scheduler.watch.keeps(i.keeper) ? 1 : 0;
    }
}
