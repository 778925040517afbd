package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.PoolStats;
import dev.cleave.RecursiveAction;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code PoolStats.summary} says of ended workers, and what counts as which time. */
@Timeout(60)
class PoolStatsTest {
    @Test
    void whatEndedWorkersDidHasALineOfItsOwn() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.invoke(new Forks());
        String alive = pool.stats().summary();
        assertTrue(alive.contains("  worker  0: forks 3, "), alive);
        assertFalse(alive.contains("ended"), alive);
        pool.shutdown();
        assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
        String over = pool.stats().summary();
        assertTrue(over.contains("  ended    : forks 3, "), over);
        assertFalse(over.contains("worker"), over);
    }

    @Test
    void ofAPoolWithoutWorkersThereAreOnlyTheSums() {
        ForkJoinPool pool = new ForkJoinPool(1);
        assertEquals(1, pool.stats().summary().lines().count());
        pool.shutdown();
    }

    /** Of its own queue, and of the pool's: nobody else is there to run it. */
    @Test
    void whatAJoinerRunsItselfIsComputing() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            pool.submit(() -> new Completer(null, pool).invoke()).join();
            pool.submit(() -> pool.submit(() -> assertComputing(pool)).join()).join();
        }
    }

    private static void assertComputing(ForkJoinPool pool) {
        assertOneGrows(pool, PoolStats::computeNanos, PoolStats::joinNanos);
    }

    @Test
    void aWorkerThatWaitsForQuiescenceJoins() throws Exception {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            CountDownLatch begun = new CountDownLatch(1);
            ForkJoinTask<?> other =
                    pool.submit(
                            () -> {
                                begun.countDown();
                                while (pool.stats().joinNanos() == 0) {
                                    Thread.onSpinWait();
                                }
                            });
            begun.await();
            pool.submit(() -> ForkJoinTask.helpQuiesce()).join();
            other.join();
        }
    }

    @Test
    void whatAManagedBlockTakesIsIdle() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            Callable<Void> blocks =
                    () -> {
                        Cleave.blocking(() -> assertIdle(pool));
                        ForkJoinPool.managedBlock(new Blocks(pool));
                        assertComputing(pool);
                        return null;
                    };
            pool.submit(blocks).join();
        }
    }

    private record Blocks(ForkJoinPool pool) implements ForkJoinPool.ManagedBlocker {
        @Override
        public boolean block() {
            assertIdle(pool);
            return true;
        }

        @Override
        public boolean isReleasable() {
            return false;
        }
    }

    private static Void assertIdle(ForkJoinPool pool) {
        assertOneGrows(pool, PoolStats::idleNanos, PoolStats::computeNanos);
        return null;
    }

    /** Of the only worker, until its clock has moved. */
    private static void assertOneGrows(
            ForkJoinPool pool, ToLongFunction<PoolStats> grows, ToLongFunction<PoolStats> stays) {
        long still = stays.applyAsLong(pool.stats());
        long before = grows.applyAsLong(pool.stats());
        while (grows.applyAsLong(pool.stats()) == before) {
            assertEquals(still, stays.applyAsLong(pool.stats()));
        }
    }

    private static final class Completer extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // only in this process
        private final ForkJoinPool pool;

        Completer(CountedCompleter<?> parent, ForkJoinPool pool) {
            super(parent);
            this.pool = pool;
        }

        @Override
        public void compute() {
            if (getCompleter() == null) {
                setPendingCount(3);
                for (int i = 0; i < 3; i++) {
                    new Completer(this, pool).fork();
                }
            } else {
                assertComputing(pool);
            }
            tryComplete();
        }
    }

    private static final class Forks extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            for (int i = 0; i < 3; i++) {
                new RecursiveAction() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected void compute() {}
                }.fork();
            }
            helpQuiesce();
        }
    }
}
