package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import java.util.concurrent.TimeUnit;
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

    /** Until the only worker's clock has moved. */
    private static void assertComputing(ForkJoinPool pool) {
        long joined = pool.stats().joinNanos();
        long computed = pool.stats().computeNanos();
        while (pool.stats().computeNanos() == computed) {
            assertEquals(joined, pool.stats().joinNanos());
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
