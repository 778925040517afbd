/** The programs of suite {@code streams} with lambdas, in a thread that is no worker. */
package dev.cleave.benchmarks.programs.caller;
