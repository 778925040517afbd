/**
 * What programs use: {@link dev.cleave.Future} and {@link dev.cleave.Parallel} for calls and loops
 * that may run in parallel; {@link dev.cleave.ForkJoinPool} and its tasks, as in {@code
 * java.util.concurrent}; {@link dev.cleave.Cleave} for lambdas; {@link dev.cleave.ParallelRegion}
 * for threads that meet at barriers.
 */
package dev.cleave;
