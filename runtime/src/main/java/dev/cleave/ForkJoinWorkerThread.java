package dev.cleave;

import dev.cleave.scheduling.Tasks;
import dev.cleave.scheduling.WorkerThread;
import java.util.Objects;

/**
 * A pool's worker. As {@link java.util.concurrent.ForkJoinWorkerThread}: subclass it, with a
 * factory of your own, to do something as each worker starts and ends.
 */
@SuppressWarnings("exports") // what scheduling adds is package-private there
public class ForkJoinWorkerThread extends WorkerThread {
    private final ForkJoinPool pool;

    /**
     * Creates a worker of the pool. To be started at once. It inherits the caller's inheritable
     * thread-locals, as threads do.
     *
     * @param pool the pool
     * @throws NullPointerException if the pool is null
     */
    protected ForkJoinWorkerThread(ForkJoinPool pool) {
        this(null, pool, true);
    }

    /**
     * Creates a worker of the pool in a thread group. To be started at once.
     *
     * @param group the group, or null for the caller's
     * @param pool the pool
     * @param preserveThreadLocals whether the worker inherits the caller's inheritable
     *     thread-locals. Thread-locals that tasks set stay until the worker ends in either case
     * @throws NullPointerException if the pool is null
     */
    @SuppressWarnings(
            "this-escape") // setDaemon is final where it matters: before the thread starts
    protected ForkJoinWorkerThread(
            ThreadGroup group, ForkJoinPool pool, boolean preserveThreadLocals) {
        super(
                group,
                Objects.requireNonNull(pool, "the pool is null").scheduler,
                preserveThreadLocals);
        this.pool = pool;
        setDaemon(true);
        setName(pool.workerName(Tasks.index(this)));
        setContextClassLoader(pool.contextClassLoader());
        if (pool.getUncaughtExceptionHandler() != null) {
            setUncaughtExceptionHandler(pool.getUncaughtExceptionHandler());
        }
    }

    /**
     * The pool that this worker belongs to.
     *
     * @return the pool
     */
    public ForkJoinPool getPool() {
        return pool;
    }

    /**
     * This worker's place among the pool's workers; unique while it lives.
     *
     * @return the place, from 0
     */
    public int getPoolIndex() {
        return Tasks.index(this);
    }

    /**
     * Tasks that this worker has forked and nobody has begun.
     *
     * @return their number
     */
    public int getQueuedTaskCount() {
        return Tasks.queued(this);
    }

    /** Called by this worker before it runs its first task. */
    protected void onStart() {}

    /**
     * Called by this worker when it ends.
     *
     * @param exception what ended it, or null
     */
    protected void onTermination(Throwable exception) {}

    /** Runs tasks until the pool no longer needs this worker. Not to be called by programs. */
    @Override
    public void run() {
        Throwable failure = null;
        try {
            pool.processors.workerBegins();
            onStart();
            pool.scheduler.runWorker(this);
        } catch (Throwable t) {
            failure = t;
        } finally {
            try {
                onTermination(failure);
            } catch (Throwable t) {
                if (failure == null) {
                    failure = t;
                }
            } finally {
                pool.processors.workerEnds();
                pool.scheduler.workerEnded(this);
            }
        }
        if (failure != null) {
            throw ForkJoinTask.<RuntimeException>unchecked(failure);
        }
    }
}
