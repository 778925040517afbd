package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A task is made pending again as soon as it is seen to be done: its runner does nothing more to
 * it. Row T4 of PROTOCOL.md.
 */
@JCStressTest
@Outcome(id = "false", expect = ACCEPTABLE, desc = "pending")
@Outcome(id = "true", expect = FORBIDDEN, desc = "done, though nobody has run it again")
public class ReinitializeAgainstRun {
    /** The task. */
    @State
    public static class Raced extends Seven {
        private static final long serialVersionUID = 1;
    }

    /** Runs it. */
    @Actor
    public void run(Raced task) {
        task.quietlyInvoke();
    }

    /** Waits for its end, and makes it pending again. */
    @Actor
    public void reinitialize(Raced task) {
        task.quietlyJoin();
        task.reinitialize();
    }

    /** Looks when all is over. */
    @Arbiter
    public void over(Raced task, Z_Result r) {
        r.r1 = task.isDone();
    }
}
