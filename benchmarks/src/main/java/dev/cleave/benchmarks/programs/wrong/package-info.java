/**
 * Programs with the bottlenecks of Pinto et al., on {@code java.util.concurrent}: each after an
 * example of theirs, with the fault and nothing else in it. The {@code programs.right} are the same
 * without, and {@code programs.repaired} what {@code ./cleave fix} makes of them.
 */
package dev.cleave.benchmarks.programs.wrong;
