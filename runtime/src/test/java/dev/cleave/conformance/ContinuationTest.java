package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.Tasks.Failure;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Tasks that join nothing: each leaves its completion to the later of the two that it forks, which
 * the task's tag tells. So whoever waits for the first waits for what other threads complete.
 */
@Conformance
class ContinuationTest {
    private static final short NONE_ARRIVED = 0;
    private static final short ONE_ARRIVED = 1;

    private static final class Sum extends ForkJoinTask<Integer> {
        private final Sum parent;
        private final int depth;
        private final boolean fails;
        private Sum left;
        private Sum right;
        private Integer result;

        Sum(Sum parent, int depth, boolean fails) {
            this.parent = parent;
            this.depth = depth;
            this.fails = fails;
        }

        @Override
        protected boolean exec() {
            if (depth > 0) {
                left = new Sum(this, depth - 1, fails);
                right = new Sum(this, depth - 1, false);
                right.fork();
                left.fork();
            } else if (fails) {
                for (Sum task = this; task != null; task = task.parent) {
                    task.completeExceptionally(new Failure());
                }
            } else {
                deliver();
            }
            return false;
        }

        private void deliver() {
            Sum task = this;
            task.complete(1);
            while ((task = task.parent) != null
                    && !task.compareAndSetForkJoinTaskTag(NONE_ARRIVED, ONE_ARRIVED)) {
                if (!task.isDone()) {
                    task.complete(task.left.result + task.right.result);
                }
            }
        }

        @Override
        public Integer getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(Integer value) {
            result = value;
        }
    }

    private static Sum leaves(int depth) {
        return new Sum(null, depth, false);
    }

    private static Sum failing(int depth) {
        return new Sum(null, depth, true);
    }

    @OnEveryPool
    void everyWayToAResultWaitsForTheLastToArrive(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    assertEquals(64, leaves(6).invoke());
                    assertEquals(64, leaves(6).fork().join());
                    assertEquals(64, leaves(6).fork().get());
                    assertEquals(64, leaves(6).fork().get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));

                    Sum quietly = leaves(6);
                    quietly.quietlyInvoke();
                    TaskCompletionTest.assertCompleted(64, quietly);

                    Sum quiescent = leaves(6);
                    quiescent.fork();
                    ForkJoinTask.helpQuiesce();
                    TaskCompletionTest.assertCompleted(64, quiescent);
                    assertEquals(ONE_ARRIVED, quiescent.getForkJoinTaskTag());

                    List<Sum> sums = List.of(leaves(3), leaves(0), leaves(5));
                    ForkJoinTask.invokeAll(sums);
                    assertEquals(List.of(8, 1, 32), sums.stream().map(Sum::getRawResult).toList());
                });
        shape.outside(pool -> assertEquals(64, pool.invoke(leaves(6))));
    }

    @OnEveryPool
    void theFailureOfOneReachesWhoeverWaitsForTheFirst(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Sum invoked = failing(5);
                    assertThrows(Failure.class, invoked::invoke);
                    TaskExceptionTest.assertFailed(Failure.class, invoked);
                    assertThrows(Failure.class, failing(5).fork()::join);
                    assertThrows(ExecutionException.class, failing(5).fork()::get);
                    assertThrows(
                            Failure.class, () -> ForkJoinTask.invokeAll(leaves(2), failing(5)));

                    Sum quietly = failing(5);
                    quietly.fork();
                    assertTrue(quietly.quietlyJoin(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    TaskExceptionTest.assertFailed(Failure.class, quietly);
                });
    }
}
