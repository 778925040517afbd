package dev.cleave.processors;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A follower begins to compute while the watch, which has found it idle long enough, lets it go.
 * Rows W2 and W3 of PROTOCOL.md.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "in any order, it is watched, once")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "it computes unwatched")
@Outcome(expect = FORBIDDEN, desc = "it is taken for watched and is not, or is told twice")
public class FollowerStress {
    /** A follower at the watch's last look. */
    @State
    public static class Watched {
        private final ProcessorWatch watch = new ProcessorWatch(true);
        private final Computing follower = new Computing(watch);

        /** Watched, and idle for one look less than it takes. */
        public Watched() {
            watch.add(follower);
            follower.idleLooks = ProcessorWatch.IDLE_LOOKS - 1;
        }
    }

    private static final class Computing extends Follower {
        private volatile boolean computing;

        Computing(ProcessorWatch watch) {
            super(watch);
        }

        @Override
        protected void follow() {}

        @Override
        protected boolean isComputing() {
            return computing;
        }
    }

    /** Begins. */
    @Actor
    public void follower(Watched w) {
        w.follower.computing = true;
        w.follower.wake();
    }

    /** Looks. */
    @Actor
    public void watch(Watched w) {
        w.watch.look();
    }

    /** Whether it thinks itself watched; how often it is told. */
    @Arbiter
    public void later(Watched w, II_Result r) {
        r.r1 = w.follower.watched ? 1 : 0;
        r.r2 = w.watch.look().length;
    }
}
