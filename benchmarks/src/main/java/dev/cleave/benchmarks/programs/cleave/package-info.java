/**
 * The programs as task objects.
 *
 * <p>Only what {@code java.util.concurrent} has too is used here, and each class is imported by
 * name: the build makes the {@code java.util.concurrent} peer from these files by changing the
 * imports.
 */
package dev.cleave.benchmarks.programs.cleave;
