package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Threads begin to wait while the task completes. A lost wake-up is a test that never ends: {@code
 * ./cleave stress} then shows the threads and fails.
 */
public class WaiterAgainstComplete {
    /** The task. */
    @State
    public static class Raced extends Seven {
        private static final long serialVersionUID = 1;
    }

    /** Somebody else completes it. */
    @JCStressTest
    @Outcome(id = "7, 0", expect = ACCEPTABLE, desc = "in either order, the waiter wakes")
    @Outcome(expect = FORBIDDEN, desc = "awake without the result")
    public static class Complete {
        /** Waits. */
        @Actor
        public void wait(Raced task, II_Result r) {
            r.r1 = task.join();
        }

        /** Completes. */
        @Actor
        public void complete(Raced task) {
            task.complete(7);
        }
    }

    /** Somebody else cancels it. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "in either order, the waiter wakes")
    @Outcome(expect = FORBIDDEN, desc = "awake, and the task is not cancelled")
    public static class Cancel {
        /** Waits. */
        @Actor
        public void wait(Raced task, II_Result r) {
            task.quietlyJoin();
            r.r1 = task.isCancelled() ? 1 : 0;
        }

        /** Cancels. */
        @Actor
        public void cancel(Raced task) {
            task.cancel(false);
        }
    }

    /** Two wait, and the completer is not the only one to touch their stripe. */
    @JCStressTest
    @Outcome(id = "7, 7", expect = ACCEPTABLE, desc = "in any order, both waiters wake")
    @Outcome(expect = FORBIDDEN, desc = "awake without the result")
    public static class TwoWaiters {
        /** Waits. */
        @Actor
        public void one(Raced task, II_Result r) {
            r.r1 = task.join();
        }

        /** Waits. */
        @Actor
        public void other(Raced task, II_Result r) {
            r.r2 = task.join();
        }

        /** Completes. */
        @Actor
        public void complete(Raced task) {
            task.complete(7);
        }
    }

    /** A wait that gives up almost at once. */
    @JCStressTest
    @Outcome(id = "7, 7", expect = ACCEPTABLE, desc = "complete -> time-out, if any")
    @Outcome(
            id = "-1, 7",
            expect = ACCEPTABLE,
            desc = "time-out -> complete, and the next wait wakes")
    @Outcome(expect = FORBIDDEN, desc = "a time-out took the wake-up of the next wait along")
    public static class Timed {
        private static final long NANOS = 2_000;

        /** Waits for a moment, then for good. */
        @Actor
        public void wait(Raced task, II_Result r) {
            try {
                r.r1 = task.get(NANOS, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                r.r1 = -1;
            } catch (ExecutionException | InterruptedException e) {
                r.r1 = -2;
            }
            r.r2 = task.join();
        }

        /** Completes. */
        @Actor
        public void complete(Raced task) {
            task.complete(7);
        }
    }
}
