package dev.cleave.metrics;

/**
 * A pool as JConsole, Mission Control and other JMX clients see it, registered as {@code
 * dev.cleave:type=ForkJoinPool,name=…}, the pool's name, while the pool lives; see {@code
 * PoolBuilder.jmx}. Counters start with the pool, and are exact once it is quiescent. Any thread;
 * no method blocks. All but that of the name throw {@link IllegalStateException} after the pool has
 * been collected.
 */
public interface ForkJoinPoolMXBean {
    /**
     * The pool's name.
     *
     * @return the name
     */
    String getName();

    /**
     * The discipline of its queues.
     *
     * @return the name of a {@code Scheduling}
     */
    String getScheduling();

    /**
     * How many workers may compute at once.
     *
     * @return the number
     */
    int getParallelism();

    /**
     * Changes how many workers may compute at once, for good: the pool follows no processor source
     * any more.
     *
     * @param parallelism from 1 to 32767
     * @throws IllegalArgumentException if it is out of range
     * @throws UnsupportedOperationException if this is the common pool and a system property set
     *     its parallelism
     */
    void setParallelism(int parallelism);

    /**
     * Workers that exist, blocked and idle ones included.
     *
     * @return their number
     */
    int getPoolSize();

    /**
     * Workers that run or steal tasks.
     *
     * @return their number, estimated
     */
    int getActiveThreadCount();

    /**
     * Workers that are not blocked waiting for tasks.
     *
     * @return their number, estimated
     */
    int getRunningThreadCount();

    /**
     * Tasks in workers' queues.
     *
     * @return their number, estimated
     */
    long getQueuedTaskCount();

    /**
     * Tasks submitted from outside that nobody has begun.
     *
     * @return their number, estimated
     */
    int getQueuedSubmissionCount();

    /**
     * Tasks begun by workers.
     *
     * @return their number
     */
    long getTasksRun();

    /**
     * Tasks forked, and pending calls of woven code that became tasks.
     *
     * @return their number
     */
    long getForks();

    /**
     * Attempts to take a task from another worker.
     *
     * @return their number
     */
    long getStealsTried();

    /**
     * Attempts that succeeded.
     *
     * @return their number
     */
    long getStealsWon();

    /**
     * Tasks taken that were submitted from outside.
     *
     * @return their number
     */
    long getSubmissionsTaken();

    /**
     * Private tasks made public on request, and pending calls that became tasks.
     *
     * @return their number
     */
    long getPromotions();

    /**
     * Requests answered.
     *
     * @return their number
     */
    long getPollsAnswered();

    /**
     * Times a worker went to sleep.
     *
     * @return their number
     */
    long getParks();

    /**
     * What all workers, ended ones included, have spent running tasks.
     *
     * @return nanoseconds
     */
    long getComputeNanos();

    /**
     * What all workers have spent looking for work.
     *
     * @return nanoseconds
     */
    long getSeekNanos();

    /**
     * What all workers have spent waiting in joins, without what they ran meanwhile.
     *
     * @return nanoseconds
     */
    long getJoinNanos();

    /**
     * What all workers have slept for want of work.
     *
     * @return nanoseconds
     */
    long getIdleNanos();

    /**
     * The counters, and each worker's, in a few lines.
     *
     * @return the text
     */
    String getSummary();
}
