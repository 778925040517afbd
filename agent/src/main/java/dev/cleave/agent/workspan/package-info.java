/**
 * Measures the work and the span of a program while it runs: {@link
 * dev.cleave.agent.workspan.WorkSpanning} begins; {@link dev.cleave.agent.workspan.Probe} is what
 * instrumented code calls; {@link dev.cleave.agent.workspan.ThreadMeter} computes both online, from
 * the longest path to each fork, join, begin and end.
 */
package dev.cleave.agent.workspan;
