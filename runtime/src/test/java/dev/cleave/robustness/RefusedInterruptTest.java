package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.Scheduling;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** Workers of a class whose {@code interrupt} throws are no obstacle to those who end things. */
class RefusedInterruptTest {
    private static final class Worker extends ForkJoinWorkerThread {
        Worker(ForkJoinPool pool) {
            super(pool);
        }

        @Override
        public void interrupt() {
            throw new SecurityException("not to be interrupted");
        }
    }

    private static void using(Scheduling scheduling, ThrowingConsumer<ForkJoinPool> body)
            throws Exception {
        PoolShape.using(
                ForkJoinPool.builder()
                        .scheduling(scheduling)
                        .workers(4)
                        .threadFactory(Worker::new)
                        .build(),
                body);
    }

    @OnEveryScheduling
    void thePoolEnds(Scheduling scheduling) throws Exception {
        using(
                scheduling,
                pool -> {
                    Pools.assertUsable(pool);
                    pool.shutdownNow();
                    assertTrue(pool.awaitTermination(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                });
    }

    @OnEveryScheduling
    void aTaskIsCancelled(Scheduling scheduling) throws Exception {
        using(
                scheduling,
                pool -> {
                    CountDownLatch begun = new CountDownLatch(1);
                    CountDownLatch end = new CountDownLatch(1);
                    Future<?> task =
                            pool.submit(
                                    () -> {
                                        begun.countDown();
                                        end.await();
                                        return null;
                                    });
                    Waiting.await(begun);
                    assertTrue(task.cancel(true));
                    end.countDown();
                    Pools.assertUsable(pool);
                });
    }
}
