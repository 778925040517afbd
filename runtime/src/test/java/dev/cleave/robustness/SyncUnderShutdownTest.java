package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.SyncTask;
import dev.cleave.conformance.Waiting;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A pool that is stopped does not let a parent go on beside a child that runs. */
class SyncUnderShutdownTest {
    private static final class Child extends SyncTask {
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile boolean mayEnd;
        private volatile boolean ended;

        @Override
        protected void compute() {
            begun.countDown();
            while (!mayEnd) {
                Thread.onSpinWait(); // whoever interrupts it
            }
            ended = true;
        }
    }

    private static final class Parent extends SyncTask {
        private final Child child = new Child();
        private final CountDownLatch synced = new CountDownLatch(1);
        private volatile Thread waiter;
        private volatile boolean childEndedFirst;

        @Override
        protected void compute() {
            spawn(child);
            Waiting.await(child.begun);
            waiter = Thread.currentThread();
            try {
                sync();
            } finally {
                childEndedFirst = child.ended;
                synced.countDown();
            }
        }
    }

    @Test
    void aSyncEndsAfterTheChildrenThatRun() throws Exception {
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(2).build()) {
            Parent parent = new Parent();
            try {
                pool.execute(parent);
                Waiting.until(
                        () ->
                                parent.waiter != null
                                        && parent.waiter.getState() != Thread.State.RUNNABLE,
                        "the parent waits");
                pool.shutdownNow();
                // Had it been let go it would be so at once; where it is not, this only takes time.
                assertFalse(parent.synced.await(300, TimeUnit.MILLISECONDS));
            } finally {
                parent.child.mayEnd = true;
            }
            Waiting.await(parent.synced);
            assertTrue(parent.childEndedFirst);
            assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
        }
    }
}
