package dev.cleave;

import dev.cleave.metrics.events.Detached;
import dev.cleave.scheduling.StackRoom;
import dev.cleave.scheduling.Tasks;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool's tasks that wait for their time, and the one thread that hands them to the pool then, or
 * to threads of their own if the pool has no workers. The threads end when they have had nothing to
 * do or to wait for during some seconds.
 *
 * <p>Why no accepted task is lost in a shutdown is in PROTOCOL.md of {@code scheduling}, row I4.
 */
final class DelayScheduler {
    private static final long THREAD_KEEP_ALIVE_SECONDS = 10;

    private final ForkJoinPool pool;

    /** While there is one, an orderly shutdown does not end. */
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

    private final ScheduledThreadPoolExecutor timer;

    /** Of a pool without workers: the next may be what a task that blocks is waiting for. */
    private final Executor runners;

    private volatile boolean cancelOnShutdown;

    DelayScheduler(ForkJoinPool pool) {
        this.pool = pool;
        timer = new ScheduledThreadPoolExecutor(1, this::newThread);
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(THREAD_KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        runners =
                new ThreadPoolExecutor(
                        0,
                        ForkJoinPool.MAXIMUM_WORKERS,
                        THREAD_KEEP_ALIVE_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        this::newThread);
    }

    private Thread newThread(Runnable work) {
        Thread thread = Detached.daemon(work, pool.name() + "-delays");
        thread.setContextClassLoader(pool.contextClassLoader());
        return thread;
    }

    /** Calls the action after so many nanoseconds, in the one thread. Any thread. */
    Future<?> alarm(Runnable action, long nanos) {
        StackRoom.require(); // the timer's lock, for one, may stay locked for ever
        return set(action, nanos);
    }

    private Future<?> set(Runnable action, long nanos) {
        return timer.schedule(action, nanos, TimeUnit.NANOSECONDS);
    }

    /** One wait of a task: it begins, and ends when its time has come or by {@link #end}. */
    final class Wait implements Runnable {
        private final DelayedTask<?> task;
        private volatile Future<?> alarm;

        private Wait(DelayedTask<?> task) {
            this.task = task;
        }

        /** The time has come. */
        @Override
        public void run() {
            if (waits.contains(this)) {
                try {
                    if (pool.withoutWorkers()) {
                        // And no waiting: a periodic task is not complete yet.
                        runners.execute(() -> Tasks.runNow(task, false));
                    } else {
                        pool.scheduler.submitHeld(task);
                    }
                } catch (RuntimeException | Error refused) {
                    if (pool.scheduler.termination().isStopping()) {
                        Tasks.cancel(task);
                    } else {
                        Tasks.fail(task, refused); // no heap or thread to be had
                    }
                }
                end(); // not before: it keeps the pool open
            }
        }

        /** The task waits no more. Any thread, more than once. */
        void end() {
            StackRoom.require(); // as alarm
            endNow();
        }

        private void endNow() {
            if (alarm != null) {
                alarm.cancel(false);
            }
            if (waits.remove(this) && pool.isShutdown()) {
                pool.scheduler.termination().tryTerminate();
            }
        }
    }

    /**
     * Has the task submitted when its time has come, unless the pool is shut down. Any thread.
     *
     * @return whether the pool was not
     */
    boolean hold(DelayedTask<?> task) {
        StackRoom.require(); // once: a wait that has begun must be able to end
        Wait wait = new Wait(task);
        task.latest = wait;
        waits.add(wait);
        // ORDER I4: the addition (volatile), then the read of the pool's state; pairs with
        // shutdown, which changes the state, then looks at the waits. Test:
        // ScheduleAgainstShutdown.
        if (pool.isShutdown()) {
            wait.endNow();
            return false;
        }
        try {
            wait.alarm = set(wait, task.getDelay(TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException ended) {
            wait.endNow();
            return false; // shutdownNow, since
        } catch (Throwable noThread) {
            wait.endNow();
            throw noThread;
        }
        if (task.isDone()) {
            wait.endNow(); // it was cancelled, perhaps before there was an alarm to be told
        }
        return true;
    }

    /**
     * As {@link #hold}.
     *
     * @throws RejectedExecutionException if the pool is shut down
     */
    <T> DelayedTask<T> accept(DelayedTask<T> task) {
        if (!hold(task)) {
            throw pool.scheduler.termination().rejected();
        }
        return task;
    }

    boolean holdsTasks() {
        return !waits.isEmpty();
    }

    int size() {
        return waits.size();
    }

    /** From now on, or at once if the pool is shut down already, a shutdown cancels all. */
    void cancelOnShutdown() {
        cancelOnShutdown = true;
        if (pool.isShutdown()) {
            cancel(true);
        }
    }

    /** The pool has been shut down. Any thread. */
    void poolIsShutDown(boolean now) {
        cancel(now || cancelOnShutdown);
    }

    private void cancel(boolean all) {
        for (Wait wait : waits) {
            if (all || wait.task.isPeriodic()) {
                wait.task.cancel(false);
            }
        }
    }

    /** The pool ends, and nobody finds it terminated before this returns. */
    void end() {
        cancel(true);
        timer.shutdownNow();
    }
}
