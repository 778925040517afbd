package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** One thread completes a task with a result, another with an exception: one of them does. */
public class CompleteAgainstCompleteExceptionally {
    /** Made once: a stack trace for each try would be most of the work. */
    private static final IllegalStateException FAILURE = new IllegalStateException("as told");

    /** How the task ended: 1 with its result, 2 with its exception, 0 not at all, -1 in between. */
    private static int end(Seven task) {
        if (!task.isDone()) {
            return 0;
        }
        Throwable failure = task.getException();
        if (task.isCompletedNormally() && failure == null) {
            return 1;
        }
        boolean told = failure == FAILURE || failure != null && failure.getCause() == FAILURE;
        return told && task.isCompletedAbnormally() && !task.isCancelled() ? 2 : -1;
    }

    /** The task. */
    @State
    public static class Raced extends Seven {
        private static final long serialVersionUID = 1;
    }

    /** Two ends. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "complete -> completeExceptionally")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "completeExceptionally -> complete")
    @Outcome(expect = FORBIDDEN, desc = "it ended one way for the one, another way for the other")
    public static class Two {
        /** Completes with a result. */
        @Actor
        public void complete(Raced task, II_Result r) {
            task.complete(1);
            r.r1 = end(task);
        }

        /** Completes with an exception. */
        @Actor
        public void fail(Raced task, II_Result r) {
            task.completeExceptionally(FAILURE);
            r.r2 = end(task);
        }
    }

    /** A run that is cut short from outside. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "run -> completeExceptionally")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "completeExceptionally -> run")
    @Outcome(expect = FORBIDDEN, desc = "it ended one way for the one, another way for the other")
    public static class AgainstRun {
        /** Runs it. */
        @Actor
        public void run(Raced task, II_Result r) {
            task.quietlyInvoke();
            r.r1 = end(task);
        }

        /** Completes with an exception. */
        @Actor
        public void fail(Raced task, II_Result r) {
            task.completeExceptionally(FAILURE);
            r.r2 = end(task);
        }
    }

    /** Two exceptions: one is recorded, and none is mixed up. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the first -> the second")
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "the second -> the first")
    @Outcome(expect = FORBIDDEN, desc = "the exception of a failed task changed, or was not there")
    public static class TwoFailures {
        private static final IllegalStateException OTHER = new IllegalStateException("otherwise");

        private static int which(Seven task) {
            Throwable failure = task.getException();
            if (failure == null) {
                return 0;
            }
            return failure == FAILURE || failure.getCause() == FAILURE ? 1 : 2;
        }

        /** Completes with the one. */
        @Actor
        public void one(Raced task, II_Result r) {
            task.completeExceptionally(FAILURE);
        }

        /** Completes with the other. */
        @Actor
        public void other(Raced task, II_Result r) {
            task.completeExceptionally(OTHER);
            r.r1 = which(task);
        }

        /** Looks again. */
        @Arbiter
        public void later(Raced task, II_Result r) {
            r.r2 = which(task);
        }
    }
}
