package dev.cleave.benchmarks.peers;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.PoolStats;
import dev.cleave.benchmarks.programs.Fib;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.future.FuturePrograms;
import java.util.concurrent.CountDownLatch;

/** Cleave's pool, for programs with futures. */
final class FuturePool implements PeerPool {
    private final ForkJoinPool pool;
    private final CountDownLatch closing = new CountDownLatch(1);

    /**
     * Opens a pool.
     *
     * @param workers how many threads compute
     * @param beside whether there is one more, which waits as long as the pool is open
     */
    FuturePool(int workers, boolean beside) {
        pool = ForkJoinPool.builder().workers(beside ? workers + 1 : workers).build();
        if (beside) {
            keepOneAway();
        }
    }

    private void keepOneAway() {
        CountDownLatch away = new CountDownLatch(1);
        pool.execute(
                ForkJoinTask.adapt(
                        () -> {
                            away.countDown();
                            await(closing);
                        }));
        await(away);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts what measures", e);
        }
    }

    @Override
    public Runnable program(Problem problem) {
        return PeerPool.require(FuturePrograms.in(pool, problem), "futures", problem);
    }

    @Override
    public Runnable handOver() {
        return program(Fib.everyCall(1));
    }

    @Override
    public Counters counters() {
        PoolStats stats = pool.stats();
        return CleavePool.counters(stats, stats.promotions());
    }

    @Override
    public void close() {
        closing.countDown();
        Shutdown.await(pool);
    }
}
