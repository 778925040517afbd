package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** A pool as of one moment. */
@Name("dev.cleave.PoolStatistics")
@Label("Pool Statistics")
@Description("What a pool is, has to do, and has done since it was made")
@Period("everyChunk")
public final class PoolStatisticsEvent extends PoolEvent {
    @Label("Scheduling")
    @Description("The discipline of its queues")
    public String scheduling;

    @Label("Parallelism")
    @Description("Workers that may compute at once")
    public int parallelism;

    @Label("Processors Granted")
    @Description("As many processors as its source grants; without a source, its parallelism")
    public int current;

    @Label("Processors Wanted")
    @Description("As many as the program has requested; 0 for all it can get")
    public int wanted;

    @Label("Threads")
    @Description("Workers that exist, blocked and idle ones included")
    public int threads;

    @Label("Queued Tasks")
    @Description("Tasks in workers' queues, estimated")
    public long queuedTasks;

    @Label("Queued Submissions")
    @Description("Tasks submitted from outside that nobody has begun, estimated")
    public long queuedSubmissions;

    @Label("Tasks Run")
    @Description("Tasks begun by workers since the pool was made")
    public long tasksRun;

    @Label("Forks")
    @Description(
            "Tasks forked, and pending calls of woven code that became tasks, since the pool was made")
    public long forks;
}
