package dev.cleave;

import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.processors.CpuManager;
import dev.cleave.processors.ProcessorSource;
import dev.cleave.scheduling.Disciplines;
import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.Settings;
import dev.cleave.scheduling.WorkQueue;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/** Describes a pool: {@code ForkJoinPool.builder().workers(4).name("search").build()}. */
public final class PoolBuilder {
    private static final long DEFAULT_KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long MINIMUM_KEEP_ALIVE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Not said. */
    private static final int DEFAULT = -1;

    private int workers = DEFAULT;
    private ProcessorSource processors;
    private int core;
    private int maximum = -1;
    private int minimumRunnable = 1;
    private long keepAliveNanos = DEFAULT_KEEP_ALIVE_NANOS;
    private ClassLoader loader;
    private boolean loaderGiven;
    private long dealNanos;
    private boolean dealGiven;
    ForkJoinWorkerThreadFactory factory = ForkJoinPool.defaultForkJoinWorkerThreadFactory;
    UncaughtExceptionHandler handler;
    Predicate<? super ForkJoinPool> saturate;
    Scheduling scheduling;
    String name;
    boolean async;
    boolean common;
    private boolean jmx = Settings.isOn("dev.cleave.jmx", false);

    PoolBuilder() {}

    static void checkWorkers(int n) {
        if (n < 1 || n > ForkJoinPool.MAXIMUM_WORKERS) {
            throw new IllegalArgumentException(
                    n
                            + " workers: a pool can have 1 to "
                            + ForkJoinPool.MAXIMUM_WORKERS
                            + "; availableProcessors() is "
                            + Runtime.getRuntime().availableProcessors());
        }
    }

    /**
     * How many workers may compute at once. Default: as many as there are {@link #processors}. With
     * this, and without {@link #processors}, the number does not change by itself.
     *
     * @param n from 1 to 32767
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public PoolBuilder workers(int n) {
        checkWorkers(n);
        workers = n;
        return this;
    }

    /**
     * Where the pool learns how many workers may compute at once. It follows within a tenth of a
     * second of the source's telling while it computes, and at once when it begins to: more workers
     * start, or surplus ones stop at their next steal. With {@link #workers} it never has more than
     * that. Default: none if workers are given, else {@link CpuManager#source}.
     *
     * <p>What the source throws goes to the caller of {@link #build}, {@link ForkJoinPool#current}
     * or {@link ForkJoinPool#request}. When nobody has asked for the number, the pool keeps what it
     * has, and the first such failure is logged.
     *
     * @param source the source; it is asked often, by any thread
     * @return this
     * @throws NullPointerException if it is null
     */
    public PoolBuilder processors(ProcessorSource source) {
        processors = Objects.requireNonNull(source, "the source is null");
        return this;
    }

    /**
     * How workers hold and pass on their tasks. Default: {@link Scheduling#DEFAULT}, unless {@code
     * -Ddev.cleave.scheduling} says otherwise.
     *
     * @param s the discipline
     * @return this
     * @throws NullPointerException if it is null
     */
    public PoolBuilder scheduling(Scheduling s) {
        scheduling = Objects.requireNonNull(s, "the scheduling is null");
        return this;
    }

    /**
     * δ of {@link Scheduling#SENDER_INITIATED}: how often a busy worker offers a task to one that
     * waits. Other disciplines have no use for it. Default: adapts to how often offers are taken,
     * unless {@code -Ddev.cleave.dealIntervalNanos} says otherwise.
     *
     * @param nanos nanoseconds between two offers, on average; 0 adapts
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public PoolBuilder dealInterval(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException(
                    "deal interval " + nanos + " ns: 0 (adapts) or more is needed");
        }
        dealNanos = nanos;
        dealGiven = true;
        return this;
    }

    /**
     * What the pool is called; thread names begin with it. Default: {@code Cleave-N}.
     *
     * @param n the name
     * @return this
     * @throws NullPointerException if it is null
     */
    public PoolBuilder name(String n) {
        name = Objects.requireNonNull(n, "the name is null");
        return this;
    }

    /**
     * Who makes workers. Default: {@link ForkJoinPool#defaultForkJoinWorkerThreadFactory}.
     *
     * @param f the factory
     * @return this
     * @throws NullPointerException if it is null
     */
    public PoolBuilder threadFactory(ForkJoinWorkerThreadFactory f) {
        factory = Objects.requireNonNull(f, "the factory is null");
        return this;
    }

    /**
     * Who is told of what a task throws that nobody joins. Default: null.
     *
     * @param h the handler, or null for the thread group
     * @return this
     */
    public PoolBuilder uncaughtExceptionHandler(UncaughtExceptionHandler h) {
        handler = h;
        return this;
    }

    /**
     * Whether workers run their own tasks oldest first, for tasks that are never joined. Default:
     * no.
     *
     * @param oldestFirst whether they do
     * @return this
     */
    public PoolBuilder asyncMode(boolean oldestFirst) {
        async = oldestFirst;
        return this;
    }

    /**
     * How many workers to keep when many have been made for blocked ones. Default: as many as the
     * workers.
     *
     * @param n less than the workers means as many as the workers
     * @return this
     */
    public PoolBuilder corePoolSize(int n) {
        core = n;
        return this;
    }

    /**
     * How many threads at most, blocked ones included. Without {@link #workers} no more than that
     * may compute either, however many processors there are. Default: 32767, as for {@code
     * java.util.concurrent}'s pools.
     *
     * @param n at least the workers; more than 32767 means that
     * @return this
     * @throws IllegalArgumentException if it is less than 1
     */
    public PoolBuilder maximumPoolSize(int n) {
        if (n < 1) {
            throw new IllegalArgumentException(
                    "maximumPoolSize " + n + ": at least the number of workers is needed");
        }
        maximum = n;
        return this;
    }

    /**
     * How many workers must not be blocked, lest a replacement be made. Default: 1.
     *
     * @param n the number; negative means 0
     * @return this
     */
    public PoolBuilder minimumRunnable(int n) {
        minimumRunnable = n;
        return this;
    }

    /**
     * Who is asked when a blocked worker needs a replacement and there are as many threads as may
     * be. Default: null.
     *
     * @param s true to go on without one; null to throw {@link
     *     java.util.concurrent.RejectedExecutionException}
     * @return this
     */
    public PoolBuilder saturate(Predicate<? super ForkJoinPool> s) {
        saturate = s;
        return this;
    }

    /**
     * How long a worker with nothing to do lives. Default: a minute. An idle worker uses no
     * processor time in any case.
     *
     * @param time more than zero; less than 20 ms means that
     * @param unit of the time
     * @return this
     * @throws IllegalArgumentException if the time is not positive
     * @throws NullPointerException if the unit is null
     */
    public PoolBuilder keepAlive(long time, TimeUnit unit) {
        Objects.requireNonNull(unit, "the unit is null");
        if (time <= 0) {
            throw new IllegalArgumentException(
                    "keep-alive " + time + " " + unit + ": it must be positive");
        }
        keepAliveNanos = Math.max(MINIMUM_KEEP_ALIVE_NANOS, unit.toNanos(time));
        return this;
    }

    /**
     * The workers' context class loader. Default: that of the thread that calls {@link #build}.
     *
     * @param l the loader; null for the bootstrap loader
     * @return this
     */
    public PoolBuilder contextClassLoader(ClassLoader l) {
        loader = l;
        loaderGiven = true;
        return this;
    }

    /**
     * Whether the pool is registered with the platform's MBean server until it ends, as {@code
     * dev.cleave:type=ForkJoinPool,name=…}: see {@link dev.cleave.metrics.ForkJoinPoolMXBean}.
     * Where that fails, as in an image without the module {@code java.management}, a warning is
     * logged. Default: no, unless {@code -Ddev.cleave.jmx=true}, which is for the common pool, too.
     *
     * @param registered whether it is
     * @return this
     */
    public PoolBuilder jmx(boolean registered) {
        jmx = registered;
        return this;
    }

    /**
     * Registers a pool if that is wanted: one without its MBean is better than none.
     *
     * @return what unregisters it; null if it is not registered
     */
    Runnable registerBean(ForkJoinPool pool) {
        if (jmx) {
            try {
                return PoolBean.register(pool);
            } catch (RuntimeException | LinkageError failure) {
                System.getLogger(PoolBuilder.class.getName())
                        .log(
                                System.Logger.Level.WARNING,
                                "the pool "
                                        + pool.name()
                                        + " is not registered for JMX; does this image have the"
                                        + " module java.management?",
                                failure);
            }
        }
        return null;
    }

    /**
     * The common pool's.
     *
     * @param parallelism negative: not said
     */
    PoolBuilder asCommon(int parallelism, int spares) {
        workers = parallelism < 0 ? DEFAULT : parallelism;
        maximum = initialWorkers() + spares;
        common = true;
        name = "Cleave-common";
        return this;
    }

    /** What the pool follows; null: nothing. */
    ProcessorSource source() {
        return processors == null && workers == DEFAULT && CpuManager.isWatching()
                ? CpuManager.source()
                : processors;
    }

    /** How many workers may compute at most, whatever {@link #source} says. */
    int limit() {
        if (workers != DEFAULT) {
            return workers;
        }
        if (source() == null) {
            return initialWorkers();
        }
        return common ? ForkJoinPool.MAXIMUM_WORKERS : atMost();
    }

    /** How many threads there may be. */
    private int atMost() {
        return maximum < 0
                ? ForkJoinPool.MAXIMUM_WORKERS
                : Math.min(ForkJoinPool.MAXIMUM_WORKERS, maximum);
    }

    /** How many workers may compute at first. */
    private int initialWorkers() {
        int most = workers == DEFAULT ? atMost() : workers;
        if (workers != DEFAULT && processors == null) {
            return most;
        }
        ProcessorSource source = processors == null ? CpuManager.source() : processors;
        return Math.min(most, Math.max(1, source.current()));
    }

    ClassLoader contextClassLoader() {
        return loaderGiven ? loader : Thread.currentThread().getContextClassLoader();
    }

    /** Makes the queues of a pool with the given discipline. */
    Function<Scheduler, WorkQueue> queues(Scheduling discipline) {
        long interval = dealNanos;
        boolean given = dealGiven && discipline == Scheduling.SENDER_INITIATED;
        return new Function<>() {
            @Override
            public WorkQueue apply(Scheduler scheduler) {
                return given
                        ? Disciplines.senderInitiated(scheduler, interval)
                        : discipline.newQueue(scheduler);
            }
        };
    }

    Scheduler.Sizes sizes() {
        int atMost = atMost();
        if (atMost < workers) {
            throw new IllegalArgumentException(
                    "maximumPoolSize "
                            + atMost
                            + " is less than the "
                            + workers
                            + " workers: raise it, or ask for fewer workers");
        }
        int initial = initialWorkers();
        return new Scheduler.Sizes(
                initial,
                Math.min(atMost, Math.max(core, initial)),
                atMost,
                Math.max(0, Math.min(minimumRunnable, initial)),
                keepAliveNanos);
    }

    /**
     * Makes the pool. Its workers start as they are needed.
     *
     * @return the pool
     * @throws IllegalArgumentException if the numbers contradict each other
     */
    public ForkJoinPool build() {
        return new ForkJoinPool(this);
    }
}
