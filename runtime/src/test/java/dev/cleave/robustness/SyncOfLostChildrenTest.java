package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.Scheduling;
import dev.cleave.SyncTask;
import dev.cleave.conformance.PoolShape;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;

/** Children that somebody takes out of their queue and completes: a sync does not wait for them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SyncOfLostChildrenTest {
    private static final class Parent extends SyncTask {
        private final Consumer<ForkJoinTask<?>> complete;
        private final AtomicInteger ran = new AtomicInteger();

        Parent(Consumer<ForkJoinTask<?>> complete) {
            this.complete = complete;
        }

        @Override
        protected void compute() {
            SyncTask child =
                    new SyncTask() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected void compute() {
                            ran.incrementAndGet();
                        }
                    };
            spawn(child);
            assertTrue(child.tryUnfork());
            complete.accept(child);
            sync();
        }
    }

    private static int runs(Scheduling scheduling, Consumer<ForkJoinTask<?>> complete)
            throws Exception {
        Parent parent = new Parent(complete);
        PoolShape.using(
                ForkJoinPool.builder().workers(1).scheduling(scheduling).build(),
                pool -> pool.invoke(parent));
        return parent.ran.get();
    }

    @OnEveryScheduling
    void aCancelledOneCountsAsOneThatThrew(Scheduling scheduling) {
        assertThrows(
                CancellationException.class, () -> runs(scheduling, child -> child.cancel(false)));
    }

    @OnEveryScheduling
    void oneThatIsFailedCountsAsOneThatThrew(Scheduling scheduling) {
        assertThrows(
                ArithmeticException.class,
                () ->
                        runs(
                                scheduling,
                                child -> child.completeExceptionally(new ArithmeticException())));
    }

    @OnEveryScheduling
    void oneThatIsCompletedCountsAsDone(Scheduling scheduling) throws Exception {
        assertEquals(0, runs(scheduling, ForkJoinTask::quietlyComplete));
        assertEquals(1, runs(scheduling, ForkJoinTask::quietlyInvoke));
    }
}
