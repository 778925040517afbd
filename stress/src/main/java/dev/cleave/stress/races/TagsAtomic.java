package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A task's tag changes in one step, and does not disturb the task's state beside it. */
public class TagsAtomic {
    /** The task. */
    @State
    public static class Raced extends Seven {
        private static final long serialVersionUID = 1;
    }

    /** Two threads claim a task by its tag. */
    @JCStressTest
    @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "the first -> the second")
    @Outcome(id = "false, true, 2", expect = ACCEPTABLE, desc = "the second -> the first")
    @Outcome(
            expect = FORBIDDEN,
            desc = "both or neither claimed it, or the tag is not the winner's")
    public static class Claim {
        /** Claims it. */
        @Actor
        public void first(Raced task, ZZI_Result r) {
            r.r1 = task.compareAndSetForkJoinTaskTag((short) 0, (short) 1);
        }

        /** Claims it. */
        @Actor
        public void second(Raced task, ZZI_Result r) {
            r.r2 = task.compareAndSetForkJoinTaskTag((short) 0, (short) 2);
        }

        /** Reads the tag. */
        @Arbiter
        public void tag(Raced task, ZZI_Result r) {
            r.r3 = task.getForkJoinTaskTag();
        }
    }

    /** The tag is set while the task completes: both lie in one word of memory. */
    @JCStressTest
    @Outcome(
            id = "0, -1, true",
            expect = ACCEPTABLE,
            desc = "in either order, both the tag and the completion stay")
    @Outcome(expect = FORBIDDEN, desc = "the one step undid the other")
    public static class BesideState {
        /** Sets the tag. */
        @Actor
        public void tag(Raced task, IIZ_Result r) {
            r.r1 = task.setForkJoinTaskTag((short) -1);
        }

        /** Runs the task. */
        @Actor
        public void run(Raced task) {
            task.quietlyInvoke();
        }

        /** Reads both. */
        @Arbiter
        public void both(Raced task, IIZ_Result r) {
            r.r2 = task.getForkJoinTaskTag();
            r.r3 = task.isCompletedNormally();
        }
    }
}
