/**
 * What programs use: {@link dev.cleave.ForkJoinPool} and its tasks, as in {@code
 * java.util.concurrent}, and {@link dev.cleave.Cleave} for lambdas.
 */
package dev.cleave;
