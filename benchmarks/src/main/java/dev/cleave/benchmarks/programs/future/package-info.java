/**
 * The programs written with {@link dev.cleave.Future}: the serial version with some of its calls
 * marked. These classes are woven when they are built; unwoven they would run serially.
 */
package dev.cleave.benchmarks.programs.future;
