/**
 * How much parallelism a task graph has: {@link dev.cleave.profiler.workspan.WorkSpan}; and a
 * program that has run: {@link dev.cleave.profiler.workspan.MeasuredRun}.
 */
package dev.cleave.profiler.workspan;
