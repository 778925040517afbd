package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.region.PhaserPrograms;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that meet at a {@code java.util.concurrent.Phaser}. */
final class PhaserPool implements PeerPool {
    private final int workers;
    private final ExecutorService helpers = Executors.newCachedThreadPool();

    PhaserPool(int workers) {
        this.workers = workers;
    }

    @Override
    public Runnable program(Problem problem) {
        return PeerPool.require(PhaserPrograms.in(helpers, workers, problem), "phaser", problem);
    }

    @Override
    public void close() {
        Shutdown.await(helpers);
    }
}
