package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cleave.ForkJoinPool;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** A task is submitted while the pool shuts down. Row I2 of PROTOCOL.md. */
public class SubmitAgainstShutdown {
    /** A pool and a task. */
    @State
    public static class Pool {
        private final ForkJoinPool pool = new ForkJoinPool(1);
        private final Seven task = new Seven();

        boolean submit() {
            return Shutdown.accepts(() -> pool.submit(task));
        }

        int end() {
            return Shutdown.end(pool, task, () -> task.isCompletedNormally() && task.trace == 8);
        }
    }

    /** An orderly end. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "submit -> shutdown, which lets it run")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "shutdown -> submit, which is refused")
    @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "accepted and forgotten")
    @Outcome(id = "true, 2", expect = FORBIDDEN, desc = "accepted and yet cancelled")
    @Outcome(expect = FORBIDDEN, desc = "refused and yet run, or the pool does not end")
    public static class Orderly {
        /** Submits. */
        @Actor
        public void submit(Pool p, ZI_Result r) {
            r.r1 = p.submit();
        }

        /** Shuts down. */
        @Actor
        public void shutdown(Pool p) {
            p.pool.shutdown();
        }

        /** Waits for the end. */
        @Arbiter
        public void end(Pool p, ZI_Result r) {
            r.r2 = p.end();
        }
    }

    /** A sudden end. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "submit -> run -> shutdownNow")
    @Outcome(id = "true, 2", expect = ACCEPTABLE, desc = "submit -> shutdownNow, which cancels it")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "shutdownNow -> submit, which is refused")
    @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "accepted and forgotten")
    @Outcome(expect = FORBIDDEN, desc = "refused and yet run, or the pool does not end")
    public static class Sudden {
        /** Submits. */
        @Actor
        public void submit(Pool p, ZI_Result r) {
            r.r1 = p.submit();
        }

        /** Shuts down. */
        @Actor
        public void shutdown(Pool p) {
            p.pool.shutdownNow();
        }

        /** Waits for the end. */
        @Arbiter
        public void end(Pool p, ZI_Result r) {
            r.r2 = p.end();
        }
    }
}
