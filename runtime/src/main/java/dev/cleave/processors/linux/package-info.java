/**
 * What Linux writes of processors into {@code /proc} and {@code /sys}: read here, for programs and
 * for the CPU manager alike; what it means for them is theirs.
 */
package dev.cleave.processors.linux;
