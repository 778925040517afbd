package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool has not terminated while its host is being told. */
@Timeout(60)
class TerminationTest {
    private final AtomicInteger told = new AtomicInteger();

    @Test
    void nobodyFindsItTerminatedBeforeTheHostHasDone() throws Exception {
        CountDownLatch telling = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Scheduler scheduler =
                scheduler(
                        () -> {
                            telling.countDown();
                            if (told.get() == 1) {
                                done.await();
                            }
                        });
        Thread first = new Thread(() -> scheduler.termination.shutdown(true), "first");
        first.setDaemon(true);
        first.start();
        telling.await();
        scheduler.termination.shutdown(true);
        assertFalse(
                scheduler.termination.isTerminated(), "terminated by a second thread meanwhile");
        done.countDown();
        first.join();
        assertTrue(scheduler.termination.isTerminated());
        scheduler.termination.shutdown(true);
        assertEquals(1, told.get());
    }

    @Test
    void aHostThatFailsDoesNotKeepItFromTerminating() {
        Scheduler scheduler =
                scheduler(
                        () -> {
                            throw new IllegalStateException("the host's");
                        });
        assertThrows(IllegalStateException.class, () -> scheduler.termination.shutdown(true));
        assertTrue(scheduler.termination.isTerminated());
        scheduler.termination.shutdown(true);
        assertEquals(1, told.get());
    }

    /** The task is in no queue any more, and its waiters do not know yet. */
    @Test
    void nobodyFindsItTerminatedBeforeWhatWasAcceptedIsDropped() throws Exception {
        Scheduler scheduler = scheduler(() -> {});
        CountDownLatch dropping = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        scheduler.submissions.addLast(
                new Task() {
                    @Override
                    protected boolean exec() {
                        throw new AssertionError("never run");
                    }

                    @Override
                    public boolean cancel(boolean mayInterruptIfRunning) {
                        dropping.countDown();
                        try {
                            done.await();
                        } catch (InterruptedException interrupted) {
                            throw new AssertionError(interrupted);
                        }
                        return true;
                    }
                });
        Thread first = new Thread(() -> scheduler.termination.shutdown(true), "first");
        first.setDaemon(true);
        first.start();
        dropping.await();
        scheduler.termination.shutdown(true);
        assertFalse(scheduler.termination.isTerminated(), "terminated before a task was dropped");
        done.countDown();
        first.join();
        assertTrue(scheduler.termination.isTerminated());
        assertEquals(1, told.get());
    }

    private interface End {
        void run() throws InterruptedException;
    }

    private Scheduler scheduler(End end) {
        Scheduler.Host host =
                new NoWorkers() {
                    @Override
                    public void terminated() {
                        told.incrementAndGet();
                        try {
                            end.run();
                        } catch (InterruptedException interrupted) {
                            throw new AssertionError(interrupted);
                        }
                    }
                };
        return new Scheduler(
                host, new Scheduler.Sizes(1, 1, 1, 0, 1), false, Disciplines::chaseLev, false);
    }
}
