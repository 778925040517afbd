/**
 * Fork/join without a scheduler, for what task objects cost by themselves: a fork is the one store
 * that no scheduler can do without, a join a call. Of {@code java.util.concurrent}'s classes there
 * is what the programs use.
 */
package dev.cleave.benchmarks.elision;
