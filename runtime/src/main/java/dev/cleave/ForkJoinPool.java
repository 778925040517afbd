package dev.cleave;

import dev.cleave.metrics.events.Detached;
import dev.cleave.metrics.events.Events;
import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.Tasks;
import dev.cleave.scheduling.WorkerThread;
import java.lang.Thread.UncaughtExceptionHandler;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * An executor for {@link ForkJoinTask}s: a worker per processor, each with a queue of its own, the
 * idle ones stealing from the busy ones. The contract is {@link
 * java.util.concurrent.ForkJoinPool}'s, method by method; {@link #builder} has what that has not:
 * the {@link Scheduling} and names.
 *
 * <p>Workers inherit the context class loader of the thread that made the pool. An idle pool uses
 * no processor time. All methods may be called from any thread, and none blocks unless it says so.
 */
public class ForkJoinPool extends AbstractExecutorService
        implements ScheduledExecutorService, AutoCloseable {
    /** Workers a pool can have. */
    static final int MAXIMUM_WORKERS = 0x7fff;

    private static final AtomicInteger POOLS = new AtomicInteger();

    /** Whether the common pool has been made, so. Here, as asking that is not to make it. */
    static volatile boolean isCommonWithoutWorkers;

    // Here and in what else the first pool needs, classes stand for lambdas: a program's first
    // lambda takes 10 ms.

    /** Makes workers with the defaults that the pool was given. */
    public static final ForkJoinWorkerThreadFactory defaultForkJoinWorkerThreadFactory =
            new ForkJoinWorkerThreadFactory() {
                @Override
                public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
                    return Detached.make(
                            new PrivilegedAction<>() {
                                @Override
                                public ForkJoinWorkerThread run() {
                                    return new DefaultWorkerThread(pool);
                                }
                            });
                }
            };

    /** Makes worker threads. */
    public interface ForkJoinWorkerThreadFactory {
        /**
         * Makes a worker, unstarted. May be called by any thread that submits or forks.
         *
         * @param pool whose worker
         * @return the worker, of that pool; null to have none now
         * @throws NullPointerException if the pool is null
         */
        ForkJoinWorkerThread newThread(ForkJoinPool pool);
    }

    /** Something that may block, so that the pool can compensate: see {@link #managedBlock}. */
    public interface ManagedBlocker {
        /**
         * Blocks, perhaps.
         *
         * @return whether no more blocking is needed
         * @throws InterruptedException if interrupted meanwhile
         */
        boolean block() throws InterruptedException;

        /**
         * Whether blocking is not needed.
         *
         * @return true if so
         */
        boolean isReleasable();
    }

    /**
     * The default factory's worker. The common pool's have nothing of who happened to start them.
     */
    private static final class DefaultWorkerThread extends ForkJoinWorkerThread {
        DefaultWorkerThread(ForkJoinPool pool) {
            super(
                    pool != null && pool.common ? Detached.group() : null,
                    pool,
                    pool != null && !pool.common);
        }
    }

    /** What the scheduler asks of the pool. */
    private final class Host implements Scheduler.Host {
        private final Predicate<? super ForkJoinPool> saturate;

        Host(Predicate<? super ForkJoinPool> saturate) {
            this.saturate = saturate;
        }

        @Override
        public WorkerThread newWorker() {
            return factory.newThread(ForkJoinPool.this);
        }

        @Override
        public boolean makesWorkersLater() {
            return true;
        }

        @Override
        public boolean mayProceedSaturated() {
            return saturate != null && saturate.test(ForkJoinPool.this);
        }

        @Override
        public void computes() {
            processors.computes();
        }

        @Override
        public void mayWaitSilently() {
            processors.hurry();
        }

        @Override
        public boolean holdsTasks() {
            DelayScheduler d = delays.get();
            return d != null && d.holdsTasks();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void terminated() {
            DelayScheduler d = delays.get();
            if (d != null) {
                d.end();
            }
            if (Events.areAvailable()) {
                PoolSamples.end(ForkJoinPool.this);
            }
            if (unregisterBean != null) {
                unregisterBean.run();
            }
        }

        @Override
        public String toString() {
            return ForkJoinPool.this.toString();
        }
    }

    final Scheduler scheduler;
    final PoolProcessors processors;
    final RegionSeats regionSeats = new RegionSeats();
    private final String name;
    private final ForkJoinWorkerThreadFactory factory;
    private final UncaughtExceptionHandler handler;
    private final boolean asyncMode;
    private final boolean common;
    private final boolean withoutWorkers;
    private final Scheduling scheduling;
    private final ClassLoader contextClassLoader;

    /** Null until there is the first delayed task. */
    private final AtomicReference<DelayScheduler> delays = new AtomicReference<>();

    /** Takes the pool's MBean away. */
    private final Runnable unregisterBean;

    /**
     * A pool with a worker for each processor that the program may use, more or fewer as that
     * changes: see {@link PoolBuilder#processors}.
     */
    @SuppressWarnings("this-escape") // as the constructor that it calls
    public ForkJoinPool() {
        this(builder());
    }

    /**
     * A pool with so many workers.
     *
     * @param parallelism from 1 to 32767
     * @throws IllegalArgumentException if it is not
     */
    @SuppressWarnings("this-escape") // as the constructor that it calls
    public ForkJoinPool(int parallelism) {
        this(builder().workers(parallelism));
    }

    /**
     * A pool with so many workers.
     *
     * @param parallelism from 1 to 32767
     * @param factory makes the workers
     * @param handler is told what tasks nobody joins throw; may be null
     * @param asyncMode whether workers run their own tasks oldest first
     * @throws IllegalArgumentException if the parallelism is out of range
     * @throws NullPointerException if the factory is null
     */
    @SuppressWarnings("this-escape") // as the constructor that it calls
    public ForkJoinPool(
            int parallelism,
            ForkJoinWorkerThreadFactory factory,
            UncaughtExceptionHandler handler,
            boolean asyncMode) {
        this(
                builder()
                        .workers(parallelism)
                        .threadFactory(factory)
                        .uncaughtExceptionHandler(handler)
                        .asyncMode(asyncMode));
    }

    /**
     * A pool with everything said.
     *
     * @param parallelism from 1 to 32767
     * @param factory makes the workers
     * @param handler is told what tasks nobody joins throw; may be null
     * @param asyncMode whether workers run their own tasks oldest first
     * @param corePoolSize workers to keep; less than parallelism means parallelism
     * @param maximumPoolSize threads at most, blocked ones included
     * @param minimumRunnable workers that must not be blocked, lest a replacement be made
     * @param saturate asked when a replacement cannot be made; true to go on without, null to
     *     reject
     * @param keepAliveTime how long an idle worker lives
     * @param unit of the time
     * @throws IllegalArgumentException if a number is out of range
     * @throws NullPointerException if the factory or unit is null
     */
    @SuppressWarnings("this-escape") // as the constructor that it calls
    public ForkJoinPool(
            int parallelism,
            ForkJoinWorkerThreadFactory factory,
            UncaughtExceptionHandler handler,
            boolean asyncMode,
            int corePoolSize,
            int maximumPoolSize,
            int minimumRunnable,
            Predicate<? super ForkJoinPool> saturate,
            long keepAliveTime,
            TimeUnit unit) {
        this(
                builder()
                        .workers(parallelism)
                        .threadFactory(factory)
                        .uncaughtExceptionHandler(handler)
                        .asyncMode(asyncMode)
                        .corePoolSize(corePoolSize)
                        .maximumPoolSize(maximumPoolSize)
                        .minimumRunnable(minimumRunnable)
                        .saturate(saturate)
                        .keepAlive(keepAliveTime, unit));
    }

    @SuppressWarnings("this-escape") // the scheduler starts no worker before the first submission
    ForkJoinPool(PoolBuilder b) {
        common = b.common;
        asyncMode = b.async;
        factory = b.factory;
        handler = b.handler;
        scheduling = b.scheduling != null ? b.scheduling : Scheduling.configured();
        contextClassLoader = b.contextClassLoader();
        name = b.name != null ? b.name : "Cleave-" + POOLS.incrementAndGet();
        Scheduler.Sizes sizes = b.sizes();
        withoutWorkers = sizes.parallelism() == 0;
        scheduler =
                new Scheduler(
                        new Host(b.saturate), sizes, b.async, b.queues(scheduling), withoutWorkers);
        processors = new PoolProcessors(scheduler, regionSeats, b.source(), b.limit());
        StatsAtExit.watch(this);
        if (Events.areAvailable()) {
            PoolSamples.watch(this);
        }
        unregisterBean = b.registerBean(this);
    }

    /** Whether tasks run in the threads that wait for them: a common pool of parallelism 0. */
    boolean withoutWorkers() {
        return withoutWorkers;
    }

    /**
     * A builder: for the scheduling, names, idle policy and class loader.
     *
     * @return a builder with the defaults
     */
    public static PoolBuilder builder() {
        return new PoolBuilder();
    }

    /**
     * The pool of tasks that are forked outside any pool. Configured by the system properties
     * {@code dev.cleave.ForkJoinPool.common.parallelism} (default: the available processors, more
     * or fewer as they change), {@code .threadFactory}, {@code .exceptionHandler} and {@code
     * .maximumSpares}. It is never shut down.
     *
     * @return the common pool
     */
    public static ForkJoinPool commonPool() {
        return CommonPool.INSTANCE;
    }

    /** A thread outside waits: runs the task, if the common pool has no workers to do so. */
    static void helpFromOutside(ForkJoinTask<?> task) {
        if (isCommonWithoutWorkers && !ForkJoinTask.inForkJoinPool()) {
            commonPool().scheduler.helpFromOutside(task);
        }
    }

    // ---- submission ----

    /**
     * Runs the task and returns its result. Blocks meanwhile.
     *
     * @param task the task
     * @param <T> its result
     * @return the result
     * @throws NullPointerException if the task is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    public <T> T invoke(ForkJoinTask<T> task) {
        submitTask(task);
        return task.join();
    }

    /**
     * Arranges for the task to run.
     *
     * @param task the task
     * @throws NullPointerException if the task is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    public void execute(ForkJoinTask<?> task) {
        submitTask(task);
    }

    /**
     * {@inheritDoc}
     *
     * @throws NullPointerException if the task is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    @Override
    public void execute(Runnable task) {
        if (task instanceof ForkJoinTask<?> t) {
            submitTask(t);
        } else {
            ForkJoinTask<?> executed = AdaptedTask.executed(task);
            if (isFork()) {
                scheduler.submitFork(executed);
            } else {
                scheduler.submitUnknown(executed);
            }
        }
    }

    /**
     * Arranges for the task to run.
     *
     * @param task the task
     * @param <T> its result
     * @return the task
     * @throws NullPointerException if the task is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
        return submitTask(task);
    }

    @Override
    public <T> ForkJoinTask<T> submit(Callable<T> task) {
        return submitMade(InterruptibleTask.of(task));
    }

    @Override
    public <T> ForkJoinTask<T> submit(Runnable task, T result) {
        return submitMade(InterruptibleTask.of(task, result));
    }

    @Override
    public ForkJoinTask<?> submit(Runnable task) {
        return task instanceof ForkJoinTask<?> t
                ? submitTask(t)
                : submitMade(InterruptibleTask.of(task, null));
    }

    /**
     * Submits as if from outside, also when called by a worker: the task queues behind others.
     *
     * @param task the task
     * @param <T> its result
     * @return the task
     * @throws NullPointerException if the task is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    public <T> ForkJoinTask<T> externalSubmit(ForkJoinTask<T> task) {
        scheduler.submit(Objects.requireNonNull(task, "the task is null"), true);
        return task;
    }

    /**
     * Submits without waking anybody: the task runs when a worker comes by, or its submitter waits.
     *
     * @param task the task
     * @param <T> its result
     * @return the task
     * @throws NullPointerException if the task is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    public <T> ForkJoinTask<T> lazySubmit(ForkJoinTask<T> task) {
        return submitTask(task, false);
    }

    <T> ForkJoinTask<T> submitTask(ForkJoinTask<T> task) {
        return submitTask(task, true);
    }

    private <T> ForkJoinTask<T> submitTask(ForkJoinTask<T> task, boolean wake) {
        Objects.requireNonNull(task, "the task is null");
        if (isFork()) {
            scheduler.submitFork(task);
        } else {
            scheduler.submit(task, wake);
        }
        return task;
    }

    private <T> ForkJoinTask<T> submitMade(ForkJoinTask<T> task) {
        if (isFork()) {
            scheduler.submitFork(task);
        } else {
            Tasks.madeToSubmit(task);
            scheduler.submit(task, true);
        }
        return task;
    }

    /** What a worker submits is its fork: part of the tasks there are, also after a shutdown. */
    private boolean isFork() {
        return scheduler.takesForks();
    }

    /**
     * {@inheritDoc} Blocks, not interruptibly.
     *
     * @throws NullPointerException if the collection or an element is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) {
        try {
            return invokeAll(tasks, false, 0);
        } catch (InterruptedException e) {
            throw new AssertionError("untimed", e);
        }
    }

    /**
     * Runs all and waits for all, interrupts kept for later.
     *
     * @param tasks the tasks
     * @param <T> their results
     * @return their futures, all done
     * @throws NullPointerException if the collection or an element is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    public <T> List<Future<T>> invokeAllUninterruptibly(Collection<? extends Callable<T>> tasks) {
        return invokeAll(tasks);
    }

    @Override
    public <T> List<Future<T>> invokeAll(
            Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        return invokeAll(tasks, true, Tasks.deadline(timeout, unit));
    }

    /** Interruptible if timed. */
    private <T> List<Future<T>> invokeAll(
            Collection<? extends Callable<T>> tasks, boolean timed, long deadline)
            throws InterruptedException {
        Objects.requireNonNull(tasks, "the collection of tasks is null");
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        boolean finished = false;
        try {
            for (Callable<T> task : tasks) {
                ForkJoinTask<T> future = InterruptibleTask.of(task);
                futures.add(future);
                submitMade(future);
            }
            boolean inTime = true;
            for (int i = futures.size() - 1; i >= 0; i--) {
                ForkJoinTask<?> future = (ForkJoinTask<?>) futures.get(i);
                if (timed) {
                    inTime &=
                            future.quietlyJoin(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } else {
                    future.quietlyJoin();
                }
            }
            finished = inTime; // not before: an interrupt may end the loop
            return futures;
        } finally {
            if (!finished) {
                // Newest first: those that have not begun do not, as others are interrupted.
                for (int i = futures.size() - 1; i >= 0; i--) {
                    ForkJoinTask.cancelQuietly(futures.get(i));
                }
            }
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        try {
            return AnyOf.run(this, tasks, false, 0);
        } catch (TimeoutException e) {
            throw new AssertionError("untimed", e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return AnyOf.run(this, tasks, true, Tasks.deadline(timeout, unit));
    }

    // As what is submitted: an ExecutorCompletionService's tasks are made here.

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new InterruptibleTask<>(runnable, value);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new InterruptibleTask<>(callable);
    }

    // ---- delayed tasks ----

    /**
     * Submits the task after a delay. On every JDK; {@code java.util.concurrent.ForkJoinPool} has
     * it from JDK 25 on.
     *
     * @param command the task
     * @param delay how long; none if negative
     * @param unit of the delay
     * @return a {@link ForkJoinTask}, whose result is null
     * @throws NullPointerException if the task or unit is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return delay(InterruptibleTask.callable(command, null), delay, unit, 0);
    }

    /**
     * Submits the task after a delay.
     *
     * @param callable the task
     * @param delay how long; none if negative
     * @param unit of the delay
     * @param <V> its result
     * @return a {@link ForkJoinTask}
     * @throws NullPointerException if the task or unit is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return delay(callable, delay, unit, 0);
    }

    /**
     * Submits the task after a delay, and then again and again, in regular intervals from start to
     * start. A run that takes longer than that delays the next; there is never more than one. The
     * task ends when it throws, is cancelled, or the pool is shut down.
     *
     * @param command the task
     * @param initialDelay how long before the first run; nothing if negative
     * @param period from one start to the next, at least 1
     * @param unit of both
     * @return a {@link ForkJoinTask}, which has no result
     * @throws NullPointerException if the task or unit is null
     * @throws IllegalArgumentException if the period is less than 1
     * @throws RejectedExecutionException if the pool is shut down
     */
    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable command, long initialDelay, long period, TimeUnit unit) {
        return delay(
                InterruptibleTask.callable(command, null),
                initialDelay,
                unit,
                interval("period", period, unit));
    }

    /**
     * As {@link #scheduleAtFixedRate}, but with regular intervals from the end of a run to the
     * start of the next.
     *
     * @param command the task
     * @param initialDelay how long before the first run; nothing if negative
     * @param delay from an end to the next start, at least 1
     * @param unit of both
     * @return a {@link ForkJoinTask}, which has no result
     * @throws NullPointerException if the task or unit is null
     * @throws IllegalArgumentException if the delay is less than 1
     * @throws RejectedExecutionException if the pool is shut down
     */
    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return delay(
                InterruptibleTask.callable(command, null),
                initialDelay,
                unit,
                -interval("delay", delay, unit));
    }

    private static long interval(String what, long time, TimeUnit unit) {
        if (time < 1) {
            throw new IllegalArgumentException(
                    "a " + what + " of " + time + " " + unit + ": at least 1 is needed");
        }
        return Tasks.nanos(time, unit);
    }

    private <V> DelayedTask<V> delay(Callable<V> callable, long delay, TimeUnit unit, long period) {
        DelayScheduler d = delays();
        return d.accept(new DelayedTask<>(d, callable, Tasks.deadline(delay, unit), period));
    }

    DelayScheduler delays() {
        DelayScheduler d = delays.get();
        if (d == null && !delays.compareAndSet(null, d = new DelayScheduler(this))) {
            d = delays.get();
        }
        return d;
    }

    /**
     * Submits a task that has a limited time, from now on. If it is not complete then, it is
     * cancelled and its thread interrupted; or, if there is an action, that is called, in the one
     * thread that watches over the pool's delays, which it should not hold up, and then the task's
     * thread interrupted. The action may complete the task with a value or exception of its own.
     *
     * @param callable the task
     * @param timeout its time; none if negative
     * @param unit of the time
     * @param timeoutAction what to do then; null to cancel the task
     * @param <V> its result
     * @return the task
     * @throws NullPointerException if the task or unit is null
     * @throws RejectedExecutionException if the pool is shut down
     */
    public <V> ForkJoinTask<V> submitWithTimeout(
            Callable<V> callable,
            long timeout,
            TimeUnit unit,
            Consumer<? super ForkJoinTask<V>> timeoutAction) {
        return TimedTask.submit(this, callable, Tasks.nanos(timeout, unit), timeoutAction);
    }

    /**
     * From now on, {@link #shutdown} cancels the tasks whose delay has not passed; if it has been
     * called, they are cancelled at once. Without this, the pool ends after them. Periodic tasks
     * end with a shutdown in any case. No effect on the common pool.
     */
    public void cancelDelayedTasksOnShutdown() {
        delays().cancelOnShutdown();
    }

    /**
     * Tasks whose delay has not passed, periodic ones included; {@link #getQueuedSubmissionCount}
     * does not count them.
     *
     * @return their number, estimated
     */
    public long getDelayedTaskCount() {
        DelayScheduler d = delays.get();
        return d == null ? 0 : d.size();
    }

    // ---- numbers ----

    /**
     * The factory that makes workers.
     *
     * @return the factory
     */
    public ForkJoinWorkerThreadFactory getFactory() {
        return factory;
    }

    /**
     * Who is told what tasks nobody joins throw.
     *
     * @return the handler, or null
     */
    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return handler;
    }

    /**
     * How many workers may compute at once.
     *
     * @return the number; at least 1
     */
    public int getParallelism() {
        return Math.max(1, scheduler.parallelism());
    }

    /**
     * Changes how many workers may compute at once. Running tasks are not disturbed. From now on
     * the pool follows no {@link PoolBuilder#processors source}, and wants so many.
     *
     * @param size from 1 to 32767
     * @return the former number
     * @throws IllegalArgumentException if it is out of range
     * @throws UnsupportedOperationException if this is the common pool and a system property set
     *     its parallelism
     */
    public int setParallelism(int size) {
        PoolBuilder.checkWorkers(size);
        if (common && CommonPool.isSizePreset()) {
            throw new UnsupportedOperationException(
                    "the common pool's parallelism is set by -D"
                            + CommonPool.name("parallelism")
                            + "="
                            + scheduler.parallelism()
                            + ": start without it to change it later");
        }
        return processors.fix(size);
    }

    /**
     * Says how many processors the pool wants: it computes with no more, and with fewer if its
     * {@link PoolBuilder#processors source} has fewer. A pool that was made of a fixed size has
     * that, or as many as it wants if they are fewer. Running tasks are not disturbed: surplus
     * workers stop at their next steal. Does not block for long.
     *
     * @param wanted the number, at least 1; until the first request it wants all it can get
     * @throws IllegalArgumentException if it is less
     */
    public void request(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException(
                    wanted + " processors: at least 1 is needed; use shutdown() to give up all");
        }
        processors.request(wanted);
    }

    /**
     * How many processors the pool may use now: to be asked before work is divided. The source is
     * asked, and the pool resized if need be. Does not block, but a source may read some small
     * files once a second.
     *
     * @return the number, at least 1
     */
    public int current() {
        return Math.max(1, processors.current());
    }

    /**
     * The common pool's parallelism.
     *
     * @return the number; at least 1
     */
    public static int getCommonPoolParallelism() {
        return commonPool().getParallelism();
    }

    /**
     * The discipline of this pool's queues.
     *
     * @return the scheduling
     */
    public Scheduling getScheduling() {
        return scheduling;
    }

    /**
     * What the pool has done so far.
     *
     * @return a snapshot
     */
    public PoolStats stats() {
        return PoolStats.of(scheduler.totals());
    }

    /**
     * Workers that exist, blocked and idle ones included.
     *
     * @return their number
     */
    public int getPoolSize() {
        return scheduler.poolSize();
    }

    /**
     * Whether workers run their own tasks oldest first.
     *
     * @return whether they do
     */
    public boolean getAsyncMode() {
        return asyncMode;
    }

    /**
     * Workers that are not blocked waiting for tasks.
     *
     * @return their number, estimated
     */
    public int getRunningThreadCount() {
        return scheduler.runningCount();
    }

    /**
     * Workers that run or steal tasks.
     *
     * @return their number, estimated
     */
    public int getActiveThreadCount() {
        return scheduler.activeCount();
    }

    /**
     * Whether no worker runs a task and none is queued.
     *
     * @return whether all is quiet
     */
    public boolean isQuiescent() {
        return scheduler.isQuiescent();
    }

    /**
     * Tasks that workers took from elsewhere: from each other or from outside.
     *
     * @return their number
     */
    public long getStealCount() {
        return scheduler.stealCount();
    }

    /**
     * Tasks in workers' queues.
     *
     * @return their number, estimated
     */
    public long getQueuedTaskCount() {
        return scheduler.queuedTaskCount();
    }

    /**
     * Tasks submitted from outside that nobody has begun.
     *
     * @return their number, estimated
     */
    public int getQueuedSubmissionCount() {
        return scheduler.queuedSubmissionCount();
    }

    /**
     * Whether there are tasks submitted from outside that nobody has begun.
     *
     * @return whether there are
     */
    public boolean hasQueuedSubmissions() {
        return scheduler.hasQueuedSubmissions();
    }

    /**
     * Takes a task submitted from outside that nobody has begun.
     *
     * @return the task, or null
     */
    protected ForkJoinTask<?> pollSubmission() {
        return (ForkJoinTask<?>) scheduler.pollSubmission();
    }

    /**
     * Takes all tasks, submitted and forked, that nobody has begun and that can be had: in a pool
     * that is not at rest, some may stay in the queues of busy workers.
     *
     * @param c where to put them
     * @return how many
     */
    protected int drainTasksTo(Collection<? super ForkJoinTask<?>> c) {
        boolean byWorker = ForkJoinTask.getPool() == this;
        int n = 0;
        for (ForkJoinTask<?> t;
                (t = (ForkJoinTask<?>) scheduler.pollAny()) != null
                        || byWorker && (t = ForkJoinTask.pollNextLocalTask()) != null;
                n++) {
            c.add(t);
        }
        return n;
    }

    @Override
    public String toString() {
        String level =
                isTerminated()
                        ? "Terminated"
                        : isTerminating()
                                ? "Terminating"
                                : isShutdown() ? "Shutting down" : "Running";
        return super.toString()
                + "["
                + level
                + ", name = "
                + name
                + ", parallelism = "
                + getParallelism()
                + ", size = "
                + getPoolSize()
                + ", active = "
                + getActiveThreadCount()
                + ", running = "
                + getRunningThreadCount()
                + ", steals = "
                + getStealCount()
                + ", tasks = "
                + getQueuedTaskCount()
                + ", submissions = "
                + getQueuedSubmissionCount()
                + (delays.get() == null ? "" : ", delayed = " + getDelayedTaskCount())
                + "]";
    }

    // ---- the end ----

    /**
     * Takes no more tasks, except from its own workers; ends when all are done, delayed ones
     * included, of which periodic ones do not run again. No effect on the common pool.
     */
    @Override
    public void shutdown() {
        shutdown(false);
    }

    private void shutdown(boolean now) {
        if (!common) {
            scheduler.termination().shutdown(now);
            DelayScheduler d = delays.get();
            if (d != null) {
                d.poolIsShutDown(now);
            }
        }
    }

    /**
     * Takes no more tasks, cancels those queued or delayed and interrupts workers. No effect on the
     * common pool.
     *
     * @return an empty list: cancelled tasks can be asked
     */
    @Override
    public List<Runnable> shutdownNow() {
        shutdown(true);
        return List.of();
    }

    @Override
    public boolean isTerminated() {
        return scheduler.termination().isTerminated();
    }

    /**
     * Whether the pool is ending and some workers have not ended yet.
     *
     * @return whether it is
     */
    public boolean isTerminating() {
        return scheduler.termination().isTerminating();
    }

    @Override
    public boolean isShutdown() {
        return scheduler.termination().isShutdown();
    }

    /** {@inheritDoc} Of the common pool, which never terminates, waits for quiescence instead. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (common) {
            int outcome = scheduler.awaitQuiescence(Tasks.deadline(timeout, unit), true);
            if (outcome < 0) {
                throw new InterruptedException();
            }
            return false;
        }
        return scheduler.termination().awaitTermination(Tasks.nanos(timeout, unit));
    }

    /**
     * Waits until the pool is quiescent, running its tasks meanwhile if the caller is its worker.
     *
     * @param timeout how long at most
     * @param unit of the timeout
     * @return whether it is
     * @throws NullPointerException if the unit is null
     */
    public boolean awaitQuiescence(long timeout, TimeUnit unit) {
        return scheduler.awaitQuiescence(Tasks.deadline(timeout, unit), false) > 0;
    }

    /**
     * Shuts down and waits for termination; if interrupted, shuts down now and keeps the interrupt.
     * No effect on the common pool.
     */
    @Override
    public void close() {
        if (common) {
            return;
        }
        shutdown();
        boolean interrupted = false;
        while (!isTerminated()) {
            try {
                awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                if (!interrupted) {
                    shutdownNow();
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- blocking ----

    /**
     * Runs a blocker; a worker that does so is replaced while it blocks, if there is need.
     *
     * @param blocker the blocker
     * @throws InterruptedException if {@link ManagedBlocker#block} did
     * @throws NullPointerException if the blocker is null
     * @throws RejectedExecutionException if a replacement is needed and cannot be had
     */
    public static void managedBlock(ManagedBlocker blocker) throws InterruptedException {
        Objects.requireNonNull(blocker, "the blocker is null");
        if (!(Thread.currentThread() instanceof ForkJoinWorkerThread worker)) {
            while (!blocker.isReleasable() && !blocker.block()) {
                Thread.onSpinWait();
            }
            return;
        }
        Scheduler s = worker.getPool().scheduler;
        while (!blocker.isReleasable()) {
            boolean computed = s.beginBlocking(worker);
            try {
                if (blocker.block()) {
                    return;
                }
            } finally {
                s.endBlocking(worker, computed);
            }
        }
    }

    String workerName(int index) {
        return name + "-worker-" + (index + 1);
    }

    String name() {
        return name;
    }

    ClassLoader contextClassLoader() {
        return contextClassLoader;
    }
}
