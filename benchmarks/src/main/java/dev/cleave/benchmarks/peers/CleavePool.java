package dev.cleave.benchmarks.peers;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolBuilder;
import dev.cleave.PoolStats;
import dev.cleave.Scheduling;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.cleave.TaskPrograms;
import dev.cleave.benchmarks.programs.lambda.LambdaPrograms;

/** Cleave's pool, for task objects or for lambdas. */
final class CleavePool implements PeerPool {
    private final ForkJoinPool pool;
    private final boolean lambdas;

    CleavePool(int workers, String scheduling, boolean lambdas) {
        PoolBuilder builder = ForkJoinPool.builder().workers(workers);
        if (scheduling != null) {
            builder.scheduling(Scheduling.valueOf(scheduling));
        }
        pool = builder.build();
        this.lambdas = lambdas;
    }

    @Override
    public Runnable program(Problem problem) {
        return lambdas
                ? PeerPool.require(LambdaPrograms.in(pool, problem), "lambdas", problem)
                : TaskPrograms.in(pool, problem);
    }

    @Override
    public String scheduling() {
        return pool.getScheduling().name();
    }

    @Override
    public Counters counters() {
        PoolStats stats = pool.stats();
        return counters(stats, stats.tasksRun());
    }

    static Counters counters(PoolStats stats, long tasks) {
        return new Counters(
                tasks,
                stats.stealsWon(),
                false,
                stats.workers().stream()
                        .map(
                                worker ->
                                        new WorkerTime(
                                                worker.index(),
                                                worker.computeNanos(),
                                                worker.seekNanos(),
                                                worker.joinNanos(),
                                                worker.idleNanos()))
                        .toList());
    }

    @Override
    public void close() {
        Shutdown.await(pool);
    }
}
