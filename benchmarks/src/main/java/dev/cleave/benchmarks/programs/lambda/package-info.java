/** The programs of the overhead suite with lambdas instead of task objects. */
package dev.cleave.benchmarks.programs.lambda;
