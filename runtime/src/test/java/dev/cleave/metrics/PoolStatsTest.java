package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code PoolStats.summary} says of a pool whose workers have ended. */
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
