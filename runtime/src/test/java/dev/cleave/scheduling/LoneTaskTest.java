package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a task ends that only its runner completes, unless somebody else does after all. */
@Timeout(60)
class LoneTaskTest {
    /** Runs until it is let go. */
    private static final class Gate extends Task {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);

        Gate() {
            super(true);
        }

        @Override
        protected boolean exec() throws InterruptedException {
            begun.countDown();
            open.await();
            return true;
        }

        @Override
        public Object getRawResult() {
            return "opened";
        }
    }

    private final Gate task = new Gate();
    private final FutureTask<Object> run = new FutureTask<>(() -> task.run((byte) 1));

    private void begin() throws InterruptedException {
        new Thread(run, "runner").start();
        task.begun.await();
    }

    @Test
    void itsRunCompletesIt() throws Exception {
        begin();
        assertFalse(task.done());
        task.open.countDown();
        assertEquals("opened", run.get());
        assertTrue(task.done());
        assertFalse(task.abnormal());
        assertFalse(task.failed());
        assertEquals(0, task.state, "decided by a compare-and-set");
    }

    @Test
    void itsEndComesBeforeALaterCompletion() throws Exception {
        task.open.countDown();
        task.run((byte) 1);
        assertFalse(task.completeCancelled());
        assertFalse(task.completeNormally());
        assertFalse(task.completeFailed(new IllegalStateException()));
        assertFalse(task.abnormal());
    }

    @Test
    void aCompletionBesideTheRunComesBeforeItsEnd() throws Exception {
        begin();
        assertTrue(task.completeCancelled());
        assertTrue(task.done());
        task.open.countDown();
        assertEquals(Tasks.UNKNOWN, run.get());
        assertTrue(task.abnormal());
        assertFalse(task.completeNormally());
    }

    /** The other has seen that the run has not ended, and has not said yet what it makes of it. */
    @Test
    void whoAsksDecidesBetweenAnEndAndACompletionThatIsUnderWay() throws Exception {
        begin();
        assertTrue(task.settle());
        task.open.countDown();
        assertEquals(Tasks.UNKNOWN, run.get(), "sure although somebody else is completing it");
        assertTrue(task.done());
        assertFalse(task.abnormal());
        assertTrue(task.state < 0, "left open");
    }

    @Test
    void itsEndWakesWhoWaits() throws Exception {
        begin();
        FutureTask<Boolean> wait = new FutureTask<>(() -> TaskWaiters.await(task, false, false, 0));
        Thread waiter = new Thread(wait, "waiter");
        waiter.start();
        while ((task.state & Task.AWAITED) == 0) {
            Thread.onSpinWait();
        }
        task.open.countDown();
        assertTrue(wait.get());
        assertEquals("opened", run.get());
    }

    @Test
    void itIsLoneAgainAfterAReset() throws Exception {
        task.open.countDown();
        task.run((byte) 1);
        task.reset();
        assertFalse(task.done());
        assertEquals(0, task.state);
        assertEquals("opened", task.run((byte) 1));
    }

    @Test
    void aRunOfACompleteOneChangesNothing() {
        task.open.countDown();
        task.run((byte) 1);
        assertEquals(Tasks.UNKNOWN, task.run((byte) 2));
        assertEquals(Task.ENDED, task.runner);
    }

    /** If there are more workers than {@link WorkerIds#LIMIT}, some have no number. */
    @Test
    void aWorkerWithoutANumberIsNotItsRunnerWhileAnotherBegins() throws Exception {
        Scheduler.Sizes sizes = new Scheduler.Sizes(1, 1, 1, 0, 0);
        WorkQueue unnumbered =
                Disciplines.split(
                        new Scheduler(new NoWorkers(), sizes, false, Disciplines::split, false));
        assertEquals(0, unnumbered.id);
        AtomicBoolean over = new AtomicBoolean();
        Thread runners =
                new Thread(
                        () -> {
                            while (!over.get()) {
                                task.runner = 0;
                                task.runner = 1;
                            }
                        },
                        "runners");
        runners.start();
        try {
            for (int i = 0; i < 10_000_000; i++) {
                assertFalse(task.runsOn(unnumbered));
            }
        } finally {
            over.set(true);
            runners.join();
        }
    }

    @Test
    void whatIsHandedToAPoolIsNot() {
        task.submitted();
        assertTrue(task.completeCancelled());
        assertEquals(Task.OPEN, task.state & Task.OPEN);
        assertTrue(task.abnormal());
    }

    @Test
    void itsSerialFormSaysThatItHasEnded() {
        task.open.countDown();
        assertEquals(0, task.completion());
        task.run((byte) 1);
        Task copy = new Gate();
        copy.restore(task.completion(), null);
        assertTrue(copy.done());
        assertFalse(copy.abnormal());
    }

    @Test
    void whatItThrowsIsKept() {
        IllegalStateException failure = new IllegalStateException("thrown");
        Task throwing =
                new Task(true) {
                    @Override
                    protected boolean exec() {
                        throw failure;
                    }
                };
        assertEquals(Tasks.UNKNOWN, throwing.run((byte) 1));
        assertTrue(throwing.failed());
        assertEquals(failure, TaskFailures.exception(throwing));
        assertFalse(throwing.completeCancelled());
    }
}
