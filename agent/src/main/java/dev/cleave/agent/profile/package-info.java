/**
 * Counts what the tasks of a program on plain {@code java.util.concurrent.ForkJoinPool} do, so that
 * it can be seen as a program on Cleave is. {@link dev.cleave.agent.profile.Profiling} begins;
 * {@link dev.cleave.agent.profile.Probe} is what instrumented code calls.
 */
package dev.cleave.agent.profile;
