package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.programs.Problem;

/** The thread that measures, in the place of a pool. */
final class SerialPool implements PeerPool {
    @Override
    public Runnable program(Problem problem) {
        return problem::serial;
    }

    @Override
    public void close() {}
}
