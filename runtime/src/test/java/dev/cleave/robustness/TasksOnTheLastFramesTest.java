package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.Scheduling;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Waiting;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * What is done to a forked task with hardly any stack left is done, or the task is still there:
 * whoever joins it with more stack does not wait for ever, and it is run once at most. Nor is what
 * the pool keeps for other tasks left half-way.
 */
class TasksOnTheLastFramesTest {
    /** Frames above those that an overflow leaves first; with more, all goes well. */
    private static final int FRAMES = 60;

    private static final Runnable NOTHING = () -> {};

    private static final class Child extends RecursiveAction {
        private int runs;

        @Override
        protected void compute() {
            if (runs++ != 0) throw new IllegalStateException("run twice");
        }
    }

    /** Fails, and so does the one that it would complete. */
    private static final class Failing extends CountedCompleter<Void> {
        private boolean hasBegun;

        Failing(CountedCompleter<?> completer) {
            super(completer);
        }

        @Override
        public void compute() {
            hasBegun = true;
            throw new ArithmeticException();
        }
    }

    /** Forks some tasks, and does something to one of them on the last frames but so many. */
    private static final class Parent extends RecursiveAction {
        private final Act act;
        private final int child;
        private final Child[] children = {new Child(), new Child(), new Child()};
        private final Failing above = new Failing(null);
        private final Failing failing = new Failing(above);
        private int framesToLeave;
        private ForkJoinTask<?> taken;
        private Future<?> scheduled;

        Parent(Act act, int child, int framesToLeave) {
            this.act = act;
            this.child = child;
            this.framesToLeave = framesToLeave;
        }

        @Override
        protected void compute() {
            for (Child child : children) child.fork();
            scheduled = getPool().schedule(NOTHING, 1, TimeUnit.DAYS);
            descend(child, 0);
            if (taken != null) taken.quietlyInvoke();
            if (!failing.hasBegun && !failing.isDone()) failing.quietlyInvoke();
            scheduled.cancel(false);
            for (int i = children.length - 1; i >= 0; i--) {
                children[i].quietlyJoin();
                if (children[i].runs > 1 || !children[i].isDone()) throw new AssertionError();
            }
        }

        /** Begins some steps further down, which are wider. */
        private void descend(int steps, long wider) {
            if (steps == 0) descend();
            else descend(steps - 1, wider + 1);
        }

        private void descend() {
            try {
                descend();
            } catch (StackOverflowError full) {
                if (--framesToLeave > 0) throw full;
                if (framesToLeave == 0) actOnTheLastFrames();
            }
        }

        private void actOnTheLastFrames() {
            try {
                act.toChild.accept(this, children[child]);
            } catch (StackOverflowError full) {
                // It is told, and what counts is what it has left.
            }
        }

        void takeBack(Child child) {
            if (child.tryUnfork()) taken = child;
        }

        void takeNext() {
            taken = pollNextLocalTask();
        }

        void schedule() {
            getPool().schedule(NOTHING, 1, TimeUnit.NANOSECONDS);
        }

        void takeAny() {
            taken = pollTask();
        }
    }

    private enum Act {
        JOIN((p, child) -> child.quietlyJoin()),
        UNFORK(Parent::takeBack),
        POLL_NEXT((p, child) -> p.takeNext()),
        POLL((p, child) -> p.takeAny()),
        CANCEL((p, child) -> child.cancel(false)),
        COMPLETE((p, child) -> child.complete(null)),
        FAIL((p, child) -> child.completeExceptionally(new ArithmeticException())),
        COMPLETERS((p, child) -> p.failing.quietlyInvoke()),
        HELP_QUIESCE((p, child) -> ForkJoinTask.helpQuiesce()),
        SCHEDULE((p, child) -> p.schedule()),
        CANCEL_SCHEDULED((p, child) -> p.scheduled.cancel(false));

        private final BiConsumer<Parent, Child> toChild;

        Act(BiConsumer<Parent, Child> toChild) {
            this.toChild = toChild;
        }
    }

    public static final class Acts {
        public static void main(String... args) throws Exception {
            ForkJoinPool pool =
                    ForkJoinPool.builder()
                            .workers(Integer.getInteger("workers"))
                            .scheduling(Scheduling.valueOf(System.getProperty("scheduling")))
                            .build();
            for (Act act : Act.values()) {
                for (int frames = 1; frames <= FRAMES; frames++) {
                    for (int child = 0; child < 3; child++) {
                        Parent parent = new Parent(act, child, frames);
                        pool.submit(parent).get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                        if (!parent.above.quietlyJoin(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS)) {
                            throw new AssertionError(act);
                        }
                    }
                }
                System.out.println(act);
            }
            pool.shutdown();
            if (!pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS))
                throw new AssertionError(pool);
        }
    }

    /** Interpreted, a call takes more stack than where it is inlined. */
    @OnEveryScheduling
    void interpretedNothingIsLost(Scheduling scheduling) throws Exception {
        assertAllGoOn(scheduling, 1, "-Xint");
    }

    @OnEveryScheduling
    void nothingIsLostToWhoeverAsksForIt(Scheduling scheduling) throws Exception {
        assertAllGoOn(scheduling, 2, "-XX:TieredStopAtLevel=1");
    }

    private static void assertAllGoOn(Scheduling scheduling, int workers, String mode)
            throws Exception {
        assertEquals(
                Stream.of(Act.values()).map(Act::name).toList(),
                ChildJvm.run(
                        Acts.class,
                        mode,
                        "-Xss320k",
                        "-Dscheduling=" + scheduling,
                        "-Dworkers=" + workers));
    }
}
