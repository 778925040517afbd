package dev.cleave.benchmarks.jne;

/**
 * What a program made of losing processors in the middle of its runs, and of getting them back.
 *
 * @param what was changed, in words
 * @param shrinkMillis until its pool had fewer workers, in the slowest of several times; null if it
 *     did not
 * @param growMillis until it had as many as before
 * @param runsPerSecond before, while it had fewer processors, and after
 * @param throttledPerSecond in how many periods its quota was used up meanwhile; null without one
 */
record Change(
        String what,
        WorkloadPeer peer,
        Double shrinkMillis,
        Double growMillis,
        double[] runsPerSecond,
        Double throttledPerSecond) {}
