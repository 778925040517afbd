/** How much parallelism a task graph has: {@link dev.cleave.profiler.workspan.WorkSpan}. */
package dev.cleave.profiler.workspan;
