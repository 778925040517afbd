package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What a task did is visible to whoever sees it complete. Rows T1 and T2 of PROTOCOL.md. */
public class JoinAgainstComplete {
    /** The task. */
    @State
    public static class Raced extends Seven {
        private static final long serialVersionUID = 1;
    }

    /** A join beside the run: with luck it comes before, and waits. */
    @JCStressTest
    @Outcome(
            id = "7, 8",
            expect = ACCEPTABLE,
            desc = "run -> join, or join -> run -> wake-up: the joiner sees all")
    @Outcome(
            expect = FORBIDDEN,
            desc = "the joiner sees completion before what the task did, or the result")
    public static class Join {
        /** Runs it. */
        @Actor
        public void run(Raced task) {
            task.quietlyInvoke();
        }

        /** Waits for it. */
        @Actor
        public void join(Raced task, II_Result r) {
            r.r1 = task.join();
            r.r2 = task.trace;
        }
    }

    /** A look beside the run. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "look -> run")
    @Outcome(id = "7, 8", expect = ACCEPTABLE, desc = "run -> look, which sees all")
    @Outcome(
            expect = FORBIDDEN,
            desc = "the look sees completion before what the task did, or the result")
    public static class Look {
        /** Runs it. */
        @Actor
        public void run(Raced task) {
            task.quietlyInvoke();
        }

        /** Looks once. */
        @Actor
        public void look(Raced task, II_Result r) {
            if (task.isDone()) {
                r.r1 = task.getRawResult();
                r.r2 = task.trace;
            }
        }
    }
}
