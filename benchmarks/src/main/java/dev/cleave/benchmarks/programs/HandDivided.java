package dev.cleave.benchmarks.programs;

import java.util.List;

/**
 * A problem whose serial code somebody has cut into many pieces beforehand, by hand and knowing the
 * input. Run on bare threads they show how much faster this machine can be at all.
 */
public interface HandDivided extends Problem {
    /** The pieces of one run, in any order, on any threads, each once. */
    List<Runnable> pieces();

    /** Makes the result of theirs, when all have run. */
    void combine();
}
