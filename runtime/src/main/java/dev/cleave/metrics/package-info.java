/** How a pool can be watched from outside: {@link dev.cleave.metrics.ForkJoinPoolMXBean}. */
package dev.cleave.metrics;
