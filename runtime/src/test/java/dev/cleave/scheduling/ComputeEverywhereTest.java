package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.Waiting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether who waits may look, or would keep a worker from its processor. */
class ComputeEverywhereTest {
    private static final int MANY = 2 * Tuning.PROCESSORS;

    private final List<Runnable> ends = new ArrayList<>();

    /** Pools of other tests may be on their way to rest. */
    @BeforeEach
    void nobodyComputes() {
        Waiting.until(() -> !Workers.computeEverywhere(), "other pools rest");
    }

    @AfterEach
    void end() {
        ends.forEach(Runnable::run);
    }

    private static Scheduler pool() {
        return new Scheduler(
                new NoWorkers(),
                new Scheduler.Sizes(MANY, MANY, MANY, 0, 1),
                false,
                Disciplines::chaseLev,
                false);
    }

    /** Adds a worker that computes. */
    private WorkQueue compute(Scheduler pool) {
        pool.workers.releaseOne();
        WorkQueue queue = new WorkerThread(null, pool, false) {}.queue;
        queue.active = true;
        ends.add(
                () -> {
                    pool.workers.remove(queue);
                    WorkerIds.release(queue.id);
                });
        return queue;
    }

    @Test
    void workersOfAllPoolsCount() {
        Scheduler one = pool();
        Scheduler other = pool();
        compute(other);
        for (int i = 2; i < Tuning.PROCESSORS; i++) {
            compute(one);
        }
        assertFalse(Tuning.PROCESSORS > 1 && Workers.computeEverywhere());
        WorkQueue last = compute(one);
        assertTrue(Workers.computeEverywhere());
        last.active = false;
        assertFalse(Tuning.PROCESSORS > 1 && Workers.computeEverywhere());
    }

    @Test
    void poolsWithoutWorkersAreLeftOut() {
        Scheduler pool = pool();
        for (int i = 0; i < Tuning.PROCESSORS; i++) {
            compute(pool);
        }
        end();
        ends.clear();
        assertFalse(Workers.computeEverywhere());
        compute(pool);
        for (int i = 1; i < Tuning.PROCESSORS; i++) {
            compute(pool);
        }
        assertTrue(Workers.computeEverywhere(), "it has workers again");
    }
}
