package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CancellationException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/** A task is run and cancelled at once: row T1 of PROTOCOL.md decides. */
@JCStressTest
@Outcome(id = "7, false", expect = ACCEPTABLE, desc = "run -> cancel, which comes too late")
@Outcome(id = "-1, true", expect = ACCEPTABLE, desc = "cancel -> run, whose result is dropped")
@Outcome(
        id = "7, true",
        expect = FORBIDDEN,
        desc = "one thread was told the result, the other that there is none")
@Outcome(id = "-1, false", expect = FORBIDDEN, desc = "cancelled, but by nobody")
@Outcome(expect = FORBIDDEN, desc = "a result that nobody computed")
public class CancelAgainstRun {
    /** The task. */
    @State
    public static class Raced extends Seven {
        private static final long serialVersionUID = 1;
    }

    /** Runs it. */
    @Actor
    public void run(Raced task, IZ_Result r) {
        try {
            r.r1 = task.invoke();
        } catch (CancellationException e) {
            r.r1 = -1;
        }
    }

    /** Cancels it. */
    @Actor
    public void cancel(Raced task, IZ_Result r) {
        r.r2 = task.cancel(true);
    }
}
