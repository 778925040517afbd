/**
 * The programs of {@code dblfutures} as Java 5 would have them: calls are {@code Callable} objects,
 * and an {@code Executor} is given those that are worth a thread. What is worth one was chosen by
 * hand, as in the paper.
 */
package dev.cleave.benchmarks.programs.executor;
