package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/** What one worker, or all guests, have done so far. */
@Name("dev.cleave.WorkerStatistics")
@Label("Worker Statistics")
@Description(
        "What a worker of a pool has done since the pool was made, or all threads that are no workers together")
@Period("1 s")
public final class WorkerStatisticsEvent extends PoolEvent {
    @Label("Worker")
    @Description(
            "The worker's place among the pool's, from 0, which a new worker may take over with its numbers; -1 for threads that are no workers")
    public int worker;

    @Label("Thread Name")
    @Description(
            "Of the worker that has the place, or had it last; null for threads that are no workers")
    public String threadName;

    @Label("Forks")
    @Description("Tasks forked, and pending calls of woven code that became tasks")
    public long forks;

    @Label("Promotions")
    @Description("Private tasks made public on request, and pending calls that became tasks")
    public long promotions;

    @Label("Steals Tried")
    @Description("Attempts to take a task from another worker")
    public long stealsTried;

    @Label("Steals Won")
    @Description("Attempts that succeeded")
    public long stealsWon;

    @Label("Submissions Taken")
    @Description("Tasks taken that were submitted from outside")
    public long submissionsTaken;

    @Label("Polls Answered")
    @Description("Requests answered")
    public long pollsAnswered;

    @Label("Parks")
    @Description("Times it went to sleep")
    public long parks;

    @Label("Compute Time")
    @Description("Running tasks")
    @Timespan(Timespan.NANOSECONDS)
    public long computeTime;

    @Label("Seek Time")
    @Description("Looking for work")
    @Timespan(Timespan.NANOSECONDS)
    public long seekTime;

    @Label("Join Time")
    @Description("Waiting in joins, without what it ran meanwhile")
    @Timespan(Timespan.NANOSECONDS)
    public long joinTime;

    @Label("Idle Time")
    @Description("Asleep")
    @Timespan(Timespan.NANOSECONDS)
    public long idleTime;
}
