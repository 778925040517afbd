/**
 * What the bottlenecks cost that the study has no example of: for each of the checks FJ7 to FJ16 a
 * JMH benchmark with a wrong and a right version of the same small computation, on {@code
 * java.util.concurrent}, and what measures them in turn ({@code ./cleave bench checks}).
 */
package dev.cleave.benchmarks.costs;
