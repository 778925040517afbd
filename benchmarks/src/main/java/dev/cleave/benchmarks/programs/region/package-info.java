/**
 * The programs with barriers as loops in a team of threads that meet: Cleave's parallel regions,
 * and the same with {@link java.util.concurrent.Phaser}.
 */
package dev.cleave.benchmarks.programs.region;
