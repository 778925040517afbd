package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A submitted task, whose worker keeps no record of it. */
@Timeout(60)
class SubmittedTaskTest {
    private static final class Child extends RecursiveAction {
        private volatile Thread ranBy;

        @Override
        protected void compute() {
            ranBy = Thread.currentThread();
        }
    }

    /** Forks when somebody joins it, and leaves the child to whoever comes. */
    private static final class Parent extends RecursiveAction {
        private final Child child = new Child();
        private final CountDownLatch isRunning = new CountDownLatch(1);
        private volatile Thread joiner;

        @Override
        protected void compute() {
            isRunning.countDown();
            while (joiner == null) {
                Thread.onSpinWait();
            }
            child.fork();
            while (!child.isDone()) {
                Cleave.tryLoadBalance();
            }
        }

        void joinedHere() {
            joiner = Thread.currentThread();
            join();
        }
    }

    @Test
    void whoJoinsItHelps() throws Exception {
        int rounds = 1_000; // a joiner that comes too late blocks, and another worker comes
        boolean helped = false;
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            for (int i = 0; i < rounds && !helped; i++) {
                Parent parent = new Parent();
                pool.submit(parent);
                parent.isRunning.await();
                pool.submit(parent::joinedHere).get();
                helped = parent.child.ranBy == parent.joiner;
            }
        }
        assertTrue(helped, "not in " + rounds + " rounds");
    }

    private static final class Polled extends ForkJoinPool {
        Polled() {
            super(1);
        }

        Task poll() {
            return pollSubmission();
        }
    }

    /** It may be run amid other tasks, which its joiner must not take. */
    @Test
    void takenBackItIsOneLikeOthers() throws Exception {
        try (Polled pool = new Polled()) {
            CountDownLatch isRunning = new CountDownLatch(1);
            CountDownLatch mayEnd = new CountDownLatch(1);
            pool.execute(
                    () -> {
                        isRunning.countDown();
                        try {
                            mayEnd.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            isRunning.await();
            Task task = new Child();
            pool.submit((Child) task);
            assertEquals(Task.OPEN | Task.SUBMITTED, task.state);
            assertSame(task, pool.poll());
            assertEquals(Task.OPEN, task.state);
            mayEnd.countDown();
        }
    }
}
