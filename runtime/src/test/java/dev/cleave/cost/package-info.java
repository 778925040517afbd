/** What forks cost, in units that are the same on every machine. */
package dev.cleave.cost;
