/**
 * The programs of {@code programs.wrong} without their bottlenecks, by hand, as the study repaired
 * its examples.
 */
package dev.cleave.benchmarks.programs.right;
