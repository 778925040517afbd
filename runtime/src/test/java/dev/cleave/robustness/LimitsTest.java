package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.Scheduling;
import dev.cleave.SyncTask;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Tasks.Counted;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be is refused at once, with the value and what is allowed, and has no effect. */
class LimitsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 32_768, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void aNumberOfWorkersThatCannotBeIsNamedWithTheLimits(int workers) throws Exception {
        assertNamesLimits(workers, () -> new ForkJoinPool(workers));
        assertNamesLimits(workers, () -> ForkJoinPool.builder().workers(workers));
        PoolShape.using(
                new ForkJoinPool(1),
                pool -> {
                    assertNamesLimits(workers, () -> pool.setParallelism(workers));
                    assertEquals(1, pool.getParallelism());
                });
    }

    private static void assertNamesLimits(int workers, Executable refused) {
        String message = assertThrows(IllegalArgumentException.class, refused).getMessage();
        assertTrue(message.contains(Integer.toString(workers)), message);
        assertTrue(message.contains("32767"), message);
    }

    @Test
    void theLargestNumberOfWorkersIsAllowedAndNoneIsMadeForNothing() throws Exception {
        PoolShape.using(
                ForkJoinPool.builder().workers(32_767).build(),
                pool -> {
                    assertEquals(32_767, pool.getParallelism());
                    assertEquals(0, pool.getPoolSize());
                });
    }

    @OnEveryScheduling
    void noTaskIsNull(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    refuses(() -> pool.invoke(null));
                    refuses(() -> pool.execute((ForkJoinTask<?>) null));
                    refuses(() -> pool.execute((Runnable) null));
                    refuses(() -> pool.submit((ForkJoinTask<?>) null));
                    refuses(() -> pool.submit((Runnable) null));
                    refuses(() -> pool.submit((Runnable) null, 1));
                    refuses(() -> pool.submit((Callable<Integer>) null));
                    refuses(() -> pool.externalSubmit(null));
                    refuses(() -> pool.lazySubmit(null));
                    refuses(() -> pool.invokeAll(null));
                    refuses(() -> pool.invokeAll(listWithNull()));
                    refuses(() -> pool.invokeAllUninterruptibly(listWithNull()));
                    refuses(() -> pool.invokeAny(null));
                    refuses(() -> pool.invokeAny(listWithNull()));
                    refuses(() -> pool.schedule((Runnable) null, 1, TimeUnit.SECONDS));
                    refuses(() -> ForkJoinPool.managedBlock(null));
                    refuses(() -> ForkJoinTask.adapt((Runnable) null));
                    refuses(() -> ForkJoinTask.adapt((Callable<Integer>) null));
                    refuses(() -> ForkJoinTask.adapt(null, 1));
                    refuses(() -> ForkJoinTask.adaptInterruptible((Callable<Integer>) null));
                    refuses(() -> Cleave.blocking(null));
                    refuses(() -> ForkJoinTask.seq((ForkJoinTask<?>[]) null));
                    refuses(() -> ForkJoinTask.par((ForkJoinTask<?>[]) null));
                    refuses(() -> Cleave.invokeAll((Runnable[]) null));
                    refuses(() -> Cleave.invokeAll((List<Supplier<Integer>>) null));
                    refuses(() -> Cleave.forEach(0, 1, null));
                    refuses(() -> Cleave.reduce(0, 1, 0, null, Integer::sum));
                    refuses(() -> Cleave.reduce(0, 1, 0, i -> i, null));
                    assertTrue(pool.isQuiescent());
                });
    }

    @OnEveryScheduling
    void noUnitIsNull(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    Counted task = new Counted();
                    refuses(() -> task.quietlyJoin(1, null));
                    refuses(() -> task.get(1, null));
                    refuses(() -> pool.awaitTermination(1, null));
                    refuses(() -> pool.awaitQuiescence(1, null));
                    refuses(() -> pool.schedule(() -> {}, 1, null));
                });
    }

    private static List<Callable<Integer>> listWithNull() {
        return Arrays.asList(null, null);
    }

    @OnEveryScheduling
    void noPartIsNullAndNoneBesideItRuns(Scheduling scheduling) throws Exception {
        Pools.inside(
                scheduling,
                2,
                () -> {
                    Counted other = new Counted();
                    refuses(() -> ForkJoinTask.invokeAll(other, null));
                    refuses(() -> ForkJoinTask.invokeAll(null, other));
                    refuses(() -> ForkJoinTask.invokeAll(other, null, other));
                    List<Counted> withNull = Arrays.asList(other, null);
                    refuses(() -> ForkJoinTask.invokeAll(withNull));
                    refuses(() -> ForkJoinTask.invokeAll(new LinkedList<>(withNull)));
                    refuses(() -> ForkJoinTask.invokeAll((ForkJoinTask<?>[]) null));
                    refuses(() -> ForkJoinTask.invokeAll((Collection<Counted>) null));
                    refuses(() -> ForkJoinTask.seq(other, null));
                    refuses(() -> ForkJoinTask.par(other, null));
                    refuses(() -> Cleave.join(other::invoke, (Supplier<Void>) null));
                    refuses(() -> Cleave.join((Runnable) null, other::invoke));
                    refuses(() -> Cleave.invokeAll(other::invoke, null));
                    refuses(() -> new NullParent().invoke());
                    assertEquals(0, other.executions());
                    assertEquals(0, ForkJoinTask.getQueuedTaskCount());
                });
    }

    private static final class NullParent extends SyncTask {
        @Override
        protected void compute() {
            spawn(null);
        }
    }

    @OnEveryScheduling
    void aSequenceThatIsRunAgainSaysThatItRunsOnce(Scheduling scheduling) throws Exception {
        Pools.inside(
                scheduling,
                2,
                () -> {
                    ForkJoinTask<Void> sequence = ForkJoinTask.seq(new Counted());
                    sequence.invoke();
                    sequence.reinitialize();
                    String message =
                            assertThrows(IllegalStateException.class, sequence::invoke)
                                    .getMessage();
                    assertTrue(message.contains("runs once"), message);
                });
    }

    private static void refuses(Executable call) {
        String message = assertThrows(NullPointerException.class, call).getMessage();
        assertTrue(message != null && message.contains("null"), () -> "says only: " + message);
    }

    @OnEveryScheduling
    void aChildThatIsSpawnedTwiceIsRefused(Scheduling scheduling) throws Exception {
        Pools.inside(
                scheduling,
                2,
                () -> {
                    SyncTask child = new Leaf();
                    SyncTask parent =
                            new SyncTask() {
                                @Override
                                protected void compute() {
                                    spawn(child);
                                    assertThrows(IllegalStateException.class, () -> spawn(child));
                                }
                            };
                    parent.invoke();
                    child.join();
                });
    }

    private static final class Leaf extends SyncTask {
        @Override
        protected void compute() {}
    }

    @OnEveryScheduling
    void aTaskThatIsNeverForkedCanBeInvokedByAnyThread(Scheduling scheduling) throws Exception {
        Pools.outside(
                scheduling,
                1,
                pool -> {
                    RecursiveAction task = new Counted();
                    task.invoke();
                    assertTrue(task.isCompletedNormally());
                });
    }
}
