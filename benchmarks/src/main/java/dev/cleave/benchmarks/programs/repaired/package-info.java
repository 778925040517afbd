/**
 * What {@code ./cleave fix} makes of {@code programs.wrong}, character by character but for the
 * name of the package; a test of the command line compares them. What it leaves is not here.
 */
package dev.cleave.benchmarks.programs.repaired;
