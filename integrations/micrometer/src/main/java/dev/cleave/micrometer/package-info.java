/** Pools as Micrometer sees them: {@link dev.cleave.micrometer.PoolMetrics}. */
package dev.cleave.micrometer;
