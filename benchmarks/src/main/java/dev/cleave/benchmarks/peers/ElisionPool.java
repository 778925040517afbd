package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.elision.ForkJoinPool;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.elided.TaskPrograms;

/** The thread that measures, for task objects that need no pool. */
final class ElisionPool implements PeerPool {
    @Override
    public Runnable program(Problem problem) {
        return TaskPrograms.in(new ForkJoinPool(), problem);
    }

    @Override
    public void close() {}
}
