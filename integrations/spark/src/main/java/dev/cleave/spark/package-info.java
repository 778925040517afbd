/**
 * Divide and conquer: a {@link dev.cleave.spark.Divisible} is solved on one machine's Cleave pool
 * by {@link dev.cleave.spark.LocalSolver}, or on all machines of an Apache Spark cluster by {@link
 * dev.cleave.spark.SparkSolver}, with the same result. Only the latter needs Spark.
 */
package dev.cleave.spark;
