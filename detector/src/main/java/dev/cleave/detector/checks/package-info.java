/**
 * What finds bottlenecks: a {@link dev.cleave.detector.checks.Check} for each, with its conditions.
 * FJ1 to FJ6 are those of the study named in {@link dev.cleave.detector}.
 */
package dev.cleave.detector.checks;
