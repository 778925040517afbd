/** How what was measured, profiled or simulated is written for people. */
package dev.cleave.profiler.text;
