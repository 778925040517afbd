package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.Scheduling;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A helper that took a task by mistake gives it back. Its joiner runs it, although no other worker
 * comes: they are all blocked in a way that the pool does not know of.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GiveBackTest {
    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void aBlockedJoinerRunsItsTask(Scheduling scheduling) throws Exception {
        try (ForkJoinPool pool = ForkJoinPool.builder().workers(1).scheduling(scheduling).build()) {
            CountDownLatch end = new CountDownLatch(1);
            try {
                joinWhatIsGivenBack(pool, end);
            } finally {
                end.countDown();
            }
        }
    }

    private static void joinWhatIsGivenBack(ForkJoinPool pool, CountDownLatch end)
            throws Exception {
        AtomicReference<WorkerThread> joiner = new AtomicReference<>();
        AtomicReference<Thread> runner = new AtomicReference<>();
        ForkJoinTask<?> child = ForkJoinTask.adapt(() -> runner.set(Thread.currentThread()));
        CountDownLatch taken = new CountDownLatch(1);
        Future<?> joined =
                pool.submit(
                        () -> {
                            WorkerThread self = (WorkerThread) Thread.currentThread();
                            joiner.set(self);
                            child.fork();
                            assertTrue(self.queue.remove(child), "taken by the helper");
                            taken.countDown();
                            child.join();
                        });
        taken.await();
        while (joiner.get().getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        CountDownLatch blocked = new CountDownLatch(1);
        pool.execute(
                () -> {
                    blocked.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        blocked.await();
        joiner.get().queue.scheduler.giveBack(child);
        joined.get(30, TimeUnit.SECONDS);
        assertEquals(joiner.get(), runner.get());
    }

    /** Somebody else's task, and its joiner's wait, have nothing to do with that. */
    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void aHelperIsNotToldThatNobodyCanBeWoken(Scheduling scheduling) throws Exception {
        AtomicBoolean isBroken = new AtomicBoolean();
        try (ForkJoinPool pool =
                ForkJoinPool.builder()
                        .workers(2)
                        .scheduling(scheduling)
                        .threadFactory(
                                p -> {
                                    if (isBroken.get()) {
                                        throw new IllegalStateException("a broken factory");
                                    }
                                    return new ForkJoinWorkerThread(p) {};
                                })
                        .build()) {
            ForkJoinTask<?> task = ForkJoinTask.adapt(() -> {});
            pool.submit(
                            () -> {
                                isBroken.set(true);
                                ((WorkerThread) Thread.currentThread())
                                        .queue.scheduler.giveBack(task);
                            })
                    .get(30, TimeUnit.SECONDS);
            task.get(30, TimeUnit.SECONDS);
        }
    }
}
