package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolStats;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What makes the bars of a profile: no time of a worker's is counted twice. */
public final class Lifetimes {
    private Lifetimes() {}

    /** Fails if the times of a pool's workers are more than they can have lived for a program. */
    public static void assertNoTimeIsCountedTwice(Consumer<ForkJoinPool> program) {
        long start = System.nanoTime();
        AtomicInteger workers = new AtomicInteger(); // one that waits long is replaced
        ForkJoinPool pool =
                ForkJoinPool.builder()
                        .workers(2)
                        .threadFactory(
                                its -> {
                                    workers.incrementAndGet();
                                    return ForkJoinPool.defaultForkJoinWorkerThreadFactory
                                            .newThread(its);
                                })
                        .build();
        program.accept(pool);
        pool.close();
        long most = workers.get() * (System.nanoTime() - start);
        PoolStats stats = pool.stats();
        long sum = stats.computeNanos() + stats.seekNanos() + stats.joinNanos() + stats.idleNanos();
        assertTrue(sum > 0 && sum <= most, () -> sum + " of " + most);
    }
}
