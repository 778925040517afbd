/**
 * Runs task graphs on machines that are not there: {@link dev.cleave.profiler.simulator.Simulation}
 * is one run, {@link dev.cleave.profiler.simulator.Simulator} the command. What is simulated, and
 * what is not, is in {@code docs/simulator.md}.
 */
package dev.cleave.profiler.simulator;
