package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cleave.ForkJoinPool;
import dev.cleave.SyncTask;
import java.util.concurrent.CancellationException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/**
 * A child of a {@link SyncTask} is cancelled while it is spawned, runs, or is waited for: it is
 * counted once, or the parent would wait for ever or not long enough.
 */
@JCStressTest
@Outcome(
        id = "1, 2, false",
        expect = ACCEPTABLE,
        desc = "run -> cancel, which comes too late: both children ran")
@Outcome(
        id = "1, 2, true",
        expect = ACCEPTABLE,
        desc = "cancel during the run: the sync still waited for it")
@Outcome(
        id = "1, 1, true",
        expect = ACCEPTABLE,
        desc = "cancel -> run, which does not happen: one child ran")
@Outcome(id = "0, .*", expect = FORBIDDEN, desc = "the sync returned without the other child")
@Outcome(expect = FORBIDDEN, desc = "a child ran without trace, or twice")
public class SyncChildren {
    private static final ForkJoinPool POOL = new ForkJoinPool(2);

    /** A parent and two children. */
    @State
    public static class Family extends SyncTask {
        private static final long serialVersionUID = 1;

        private final transient Child kept = new Child();
        private final transient Child cancelled = new Child();

        /** Whether the sync waited for the child that nobody cancels. */
        private int waited;

        @Override
        protected void compute() {
            try {
                spawn(cancelled);
            } catch (IllegalStateException cancelledBefore) {
                // A task that is complete already cannot be spawned.
            }
            spawn(kept);
            try {
                sync();
            } catch (CancellationException itNeverRan) {
                // Both children are accounted for all the same.
            }
            waited = kept.runs;
        }
    }

    /** A child. */
    private static final class Child extends SyncTask {
        private static final long serialVersionUID = 1;

        /** Plain: visible to the parent only by the count of children. */
        private int runs;

        @Override
        protected void compute() {
            runs++;
        }
    }

    /** Runs the family, in a pool. */
    @Actor
    public void run(Family f, IIZ_Result r) {
        POOL.invoke(f);
        r.r1 = f.waited;
    }

    /** Cancels a child. */
    @Actor
    public void cancel(Family f) {
        f.cancelled.cancel(true);
    }

    /** Adds up. */
    @Arbiter
    public void end(Family f, IIZ_Result r) {
        r.r2 = f.kept.runs + f.cancelled.runs;
        r.r3 = f.cancelled.isCancelled();
    }
}
