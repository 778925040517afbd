package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * A lone task is run, cancelled and looked at, at once: what the look finds stays so. Rows T4 and
 * T5 of PROTOCOL.md. Needs three processors to be worth much.
 */
@JCStressTest
@Outcome(id = "false, false, true", expect = ACCEPTABLE, desc = "look -> run -> cancel")
@Outcome(id = "true, false, true", expect = ACCEPTABLE, desc = "run -> look, cancel")
@Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "cancel -> run")
@Outcome(
        id = "true, true, false",
        expect = FORBIDDEN,
        desc = "it had completed normally, and then it was cancelled")
@Outcome(expect = FORBIDDEN, desc = "both, or neither")
public class LookAgainstCancel {
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

    /** Cancels it. */
    @Actor
    public void cancel(Raced task, ZZZ_Result r) {
        r.r2 = task.cancel(true);
    }

    /** Looks. */
    @Actor
    public void look(Raced task, ZZZ_Result r) {
        r.r1 = task.isCompletedNormally();
    }

    /** Looks when all is over. */
    @Arbiter
    public void over(Raced task, ZZZ_Result r) {
        r.r3 = task.isCompletedNormally();
    }
}
