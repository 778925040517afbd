/**
 * The suite {@code actors}: Apache Pekko's dispatchers in turn, in virtual machines that have
 * Pekko's jars, which this one has not.
 */
package dev.cleave.benchmarks.actors;
