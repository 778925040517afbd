/**
 * What bottlenecks cost: for each check a JMH benchmark with a wrong and a right version of the
 * same small computation, on {@code java.util.concurrent}, and what measures them in turn ({@code
 * ./cleave bench checks}).
 */
package dev.cleave.benchmarks.costs;
