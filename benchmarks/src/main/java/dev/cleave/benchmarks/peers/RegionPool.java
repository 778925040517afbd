package dev.cleave.benchmarks.peers;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolStats;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.region.RegionPrograms;

/** Cleave's pool, for parallel regions. */
final class RegionPool implements PeerPool {
    private final ForkJoinPool pool;

    RegionPool(int workers) {
        pool = new ForkJoinPool(workers);
    }

    @Override
    public Runnable program(Problem problem) {
        return PeerPool.require(RegionPrograms.in(pool, problem), "region", problem);
    }

    @Override
    public Counters counters() {
        PoolStats stats = pool.stats();
        return CleavePool.counters(stats, stats.tasksRun());
    }

    @Override
    public void close() {
        Shutdown.await(pool);
    }
}
