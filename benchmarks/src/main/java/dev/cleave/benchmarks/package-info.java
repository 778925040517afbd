/**
 * Measures the programs of the papers: {@link dev.cleave.benchmarks.Bench} is where it begins.
 *
 * <p>A {@link dev.cleave.benchmarks.BenchPlan} says what to measure. For each program, {@link
 * dev.cleave.benchmarks.Bench} starts one virtual machine after another, the serial version first
 * and then each {@link dev.cleave.benchmarks.peers.Peer}, and does so several times over; {@link
 * dev.cleave.benchmarks.MeasuredJvm} is what such a machine runs, and it says line by line, as
 * {@link dev.cleave.benchmarks.Event}s, what it has seen. {@link dev.cleave.benchmarks.Samples}
 * collects them, {@link dev.cleave.benchmarks.Row} is what is said of them, and {@link
 * dev.cleave.benchmarks.Report} shows it.
 */
package dev.cleave.benchmarks;
