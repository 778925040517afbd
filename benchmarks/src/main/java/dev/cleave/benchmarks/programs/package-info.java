/**
 * The benchmark programs without their parallelism: problem, input, serial version, leaf kernels
 * and check.
 *
 * <p>Every peer runs these kernels, so two peers differ only in how they divide the work. The task
 * objects stand in {@code programs.cleave}; the build turns the same files into {@code
 * programs.juc} by changing imports, so the {@code java.util.concurrent} peer is the same program.
 * The versions with lambdas stand in {@code programs.lambda}.
 *
 * <p>A task forks all of its children but the last, which it computes itself, and joins the others
 * in reverse order. So a program makes exactly one {@code fork()} fewer per task than that task has
 * children, which is what {@link dev.cleave.benchmarks.programs.Problem#forks()} counts.
 */
package dev.cleave.benchmarks.programs;
