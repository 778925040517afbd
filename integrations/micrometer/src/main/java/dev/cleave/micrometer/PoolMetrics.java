package dev.cleave.micrometer;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * A pool's meters: those that Micrometer's {@code ExecutorServiceMetrics} has of a {@code
 * java.util.concurrent.ForkJoinPool}, under the same names, and {@code cleave.pool.*}, from the
 * pool's {@link ForkJoinPool#stats counters}. All have the tag {@code name}.
 *
 * <pre>{@code
 * new PoolMetrics(pool, "search", Tags.empty()).bindTo(registry);
 * }</pre>
 *
 * <p>The registry does not keep the pool from being collected. Meters are read by the registry's
 * threads; reading one does not block for longer than a worker takes to start or end.
 */
public final class PoolMetrics implements MeterBinder {
    private static final String EXECUTOR = "executor.";
    private static final String POOL = "cleave.pool.";
    private static final String TASKS = "tasks";
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ForkJoinPool pool;
    private final Tags tags;

    /**
     * The meters of a pool, yet to be bound.
     *
     * @param pool the pool
     * @param name what tells it from others: the tag {@code name}
     * @param tags further tags
     * @throws NullPointerException if an argument is null
     */
    public PoolMetrics(ForkJoinPool pool, String name, Iterable<Tag> tags) {
        this.pool = Objects.requireNonNull(pool, "the pool is null");
        this.tags =
                Tags.concat(
                        Objects.requireNonNull(tags, "the tags are null"),
                        "name",
                        Objects.requireNonNull(name, "the name is null"));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bindAsExecutorServiceMetrics(registry);
        gauge(
                registry,
                POOL + "submissions.queued",
                TASKS,
                "Tasks submitted from outside that nobody has begun, estimated",
                ForkJoinPool::getQueuedSubmissionCount);
        counter(registry, "tasks", TASKS, "Tasks begun by workers", PoolStats::tasksRun);
        counter(
                registry,
                "forks",
                TASKS,
                "Tasks forked, and pending calls of woven code that became tasks",
                PoolStats::forks);
        counter(
                registry,
                "submissions",
                TASKS,
                "Tasks taken that were submitted from outside",
                PoolStats::submissionsTaken);
        counter(
                registry,
                "steals.tried",
                null,
                "Attempts to take a task from another worker",
                PoolStats::stealsTried);
        counter(
                registry,
                "promotions",
                TASKS,
                "Private tasks made public on request, and pending calls that became tasks",
                PoolStats::promotions);
        counter(
                registry,
                "requests.answered",
                null,
                "Requests for work that workers answered",
                PoolStats::pollsAnswered);
        counter(registry, "parks", null, "Times a worker went to sleep", PoolStats::parks);
        time(registry, "compute", PoolStats::computeNanos);
        time(registry, "seek", PoolStats::seekNanos);
        time(registry, "join", PoolStats::joinNanos);
        time(registry, "idle", PoolStats::idleNanos);
    }

    /** Dashboards made for the other pool go on to work. */
    private void bindAsExecutorServiceMetrics(MeterRegistry registry) {
        FunctionCounter.builder(EXECUTOR + "steals", pool, p -> p.stats().stealsWon())
                .tags(tags)
                .description("Tasks that a worker took from another's queue")
                .register(registry);
        gauge(
                registry,
                EXECUTOR + "queued",
                null,
                "Tasks in workers' queues, estimated",
                ForkJoinPool::getQueuedTaskCount);
        gauge(
                registry,
                EXECUTOR + "active",
                null,
                "Workers that run or steal tasks, estimated",
                ForkJoinPool::getActiveThreadCount);
        gauge(
                registry,
                EXECUTOR + "running",
                null,
                "Workers that are not blocked waiting for tasks, estimated",
                ForkJoinPool::getRunningThreadCount);
        gauge(
                registry,
                EXECUTOR + "parallelism",
                BaseUnits.THREADS,
                "Workers that may compute at once",
                ForkJoinPool::getParallelism);
        gauge(
                registry,
                EXECUTOR + "pool.size",
                BaseUnits.THREADS,
                "Workers that exist, blocked and idle ones included",
                ForkJoinPool::getPoolSize);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToDoubleFunction<ForkJoinPool> value) {
        Gauge.builder(name, pool, value)
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToDoubleFunction<PoolStats> value) {
        FunctionCounter.builder(POOL + name, pool, p -> value.applyAsDouble(p.stats()))
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }

    private void time(MeterRegistry registry, String activity, ToDoubleFunction<PoolStats> nanos) {
        FunctionCounter.builder(POOL + "time", pool, p -> nanos.applyAsDouble(p.stats()) / NANOS)
                .tags(tags.and("activity", activity))
                .baseUnit("seconds")
                .description("What all workers have spent with an activity")
                .register(registry);
    }
}
