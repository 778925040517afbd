package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.Scheduling;
import dev.cleave.conformance.PoolShape;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Timeout;

/**
 * Too little stack is left to fork a part, to take it back or to wait for it, or no worker can be
 * started for it: it does not outlive its join.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PartsThatCannotBeForkedTest {
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicInteger leaves = new AtomicInteger();

    /** Joins two parts; those that run when that is over are late. */
    private void join(BiConsumer<Runnable, Runnable> parts, Runnable first, Runnable second) {
        boolean[] over = {false};
        try {
            parts.accept(
                    first,
                    () -> {
                        if (over[0]) late.incrementAndGet();
                        second.run();
                        if (over[0]) late.incrementAndGet();
                    });
        } finally {
            over[0] = true;
        }
    }

    private void descend(BiConsumer<Runnable, Runnable> parts, AtomicBoolean ended) {
        if (!ended.get()) join(parts, () -> descend(parts, ended), Thread::yield);
    }

    @OnEveryScheduling
    void noPartOutlivesAJoinWhoseStackOverflows(Scheduling scheduling) throws Exception {
        for (int workers = 1; workers <= 2; workers++) {
            Pools.outside(
                    scheduling,
                    workers,
                    pool -> {
                        for (BiConsumer<Runnable, Runnable> parts : TwoParts.ALL) {
                            AtomicBoolean ended = new AtomicBoolean();
                            assertThrows(
                                    StackOverflowError.class,
                                    () -> PoolShape.runIn(pool, () -> descend(parts, ended)));
                            ended.set(true);
                            Pools.assertUsable(pool);
                        }
                    });
        }
        assertEquals(0, late.get());
    }

    private void tree(BiConsumer<Runnable, Runnable> parts, int depth) {
        if (depth == 0) leaves.incrementAndGet();
        else join(parts, () -> tree(parts, depth - 1), () -> tree(parts, depth - 1));
    }

    @OnEveryScheduling
    void partsRunThoughNoWorkerCanBeStartedForThem(Scheduling scheduling) throws Exception {
        for (BiConsumer<Runnable, Runnable> parts : TwoParts.ALL) {
            AtomicBoolean broken = new AtomicBoolean();
            PoolShape.using(
                    ForkJoinPool.builder()
                            .scheduling(scheduling)
                            .workers(4)
                            .threadFactory(
                                    pool -> {
                                        if (broken.get()) {
                                            throw new IllegalStateException("a broken factory");
                                        }
                                        return new ForkJoinWorkerThread(pool) {};
                                    })
                            .build(),
                    pool ->
                            PoolShape.runIn(
                                    pool,
                                    () -> {
                                        broken.set(true);
                                        tree(parts, 8);
                                    }));
        }
        assertEquals(TwoParts.ALL.size() << 8, leaves.get());
        assertEquals(0, late.get());
    }
}
