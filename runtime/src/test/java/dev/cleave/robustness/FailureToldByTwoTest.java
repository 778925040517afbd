package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.CountedCompleter;
import dev.cleave.Scheduling;
import dev.cleave.conformance.Background;
import dev.cleave.conformance.Waiting;
import java.util.concurrent.CountDownLatch;

/**
 * Of a full stack, another thread may tell the completers as well, and stop half-way for so long
 * that the one whose stack it is comes out at the root first.
 */
class FailureToldByTwoTest {
    private static final class Completer extends CountedCompleter<Void> {
        private final int depth;
        private final CountDownLatch rootIsDone;

        Completer(CountedCompleter<?> completer, int depth, CountDownLatch rootIsDone) {
            super(completer, 1);
            this.depth = depth;
            this.rootIsDone = rootIsDone;
        }

        @Override
        public void compute() {
            if (depth == 2) throw new StackOverflowError();
            new Completer(this, depth + 1, rootIsDone).fork().quietlyJoin();
            quietlyComplete(); // in vain if the other has failed
        }

        @Override
        public boolean onExceptionalCompletion(Throwable e, CountedCompleter<?> caller) {
            if (depth == 2) {
                Background.run(() -> getCompleter().completeExceptionally(e));
                Waiting.until(getCompleter()::isDone, "the other thread is half-way");
            } else if (!inForkJoinPool()) {
                Waiting.await(rootIsDone);
            }
            return true;
        }
    }

    @OnEveryScheduling
    void theRootFails(Scheduling scheduling) throws Exception {
        CountDownLatch rootIsDone = new CountDownLatch(1);
        Completer root = new Completer(null, 0, rootIsDone);
        try {
            Pools.outside(
                    scheduling,
                    1,
                    pool -> assertThrows(StackOverflowError.class, () -> pool.invoke(root)));
        } finally {
            rootIsDone.countDown();
        }
    }
}
