/**
 * Races of tasks and pools, seen from outside; those inside the queues are in {@code
 * dev.cleave.scheduling}, where package-private classes can be reached.
 */
package dev.cleave.stress.races;
