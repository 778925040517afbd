package dev.cleave.benchmarks.peers;

import dev.cleave.benchmarks.programs.InCaller;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.caller.CallerPrograms;
import dev.cleave.benchmarks.programs.stream.StreamPrograms;

/**
 * The thread that measures, with the help of a common pool: that of the JDK or Cleave's. A virtual
 * machine has only one of each, of one size.
 */
final class CallerPool implements PeerPool {
    private final String kind;
    private final InCaller programs;

    private CallerPool(String property, int parallelism, String kind, InCaller programs) {
        System.setProperty(property, Integer.toString(parallelism));
        this.kind = kind;
        this.programs = programs;
    }

    /** Of parallel streams, whose caller is one of those that compute. */
    static CallerPool ofStreams(int workers) {
        return new CallerPool(
                "java.util.concurrent.ForkJoinPool.common.parallelism",
                workers - 1,
                "streams",
                new StreamPrograms());
    }

    /** Of lambdas, whose caller counts as one of so many that may compute. */
    static CallerPool ofLambdas(int workers) {
        return new CallerPool(
                "dev.cleave.ForkJoinPool.common.parallelism",
                workers,
                "lambdas for a caller",
                new CallerPrograms());
    }

    @Override
    public Runnable program(Problem problem) {
        return PeerPool.require(programs.version(problem), kind, problem);
    }

    @Override
    public void close() {
        // It ends with the virtual machine.
    }
}
