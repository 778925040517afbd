package dev.cleave;

import dev.cleave.metrics.events.Described;
import dev.cleave.scheduling.Tasks;
import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.RunnableFuture;

/**
 * A task whose {@code cancel(true)} interrupts the thread that runs it. The interrupt cannot leak
 * into whatever that thread runs next: it is sent, and the thread leaves the task, under one lock.
 * Nor does the task take an interrupt that was meant for a task that waits for it further down the
 * same thread's stack.
 */
class InterruptibleTask<T> extends FailureKeepingTask<T> implements RunnableFuture<T>, Described {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial")
    private final Callable<? extends T> callable;

    @SuppressWarnings("serial")
    private T result;

    /** The thread that runs it, until it has left the task or been interrupted for its sake. */
    private transient volatile Thread runner;

    InterruptibleTask(Callable<? extends T> callable) {
        this.callable = Objects.requireNonNull(callable, "the callable is null");
    }

    /** A task whose result is known, and told by {@link #getRawResult}, whatever becomes of it. */
    InterruptibleTask(Runnable runnable, T result) {
        this(callable(runnable, result));
        this.result = result;
    }

    /** As {@link AdaptedTask}s are made. */
    static <T> ForkJoinTask<T> of(Callable<? extends T> callable) {
        return new InterruptibleTask<>(callable);
    }

    static <T> ForkJoinTask<T> of(Runnable runnable, T result) {
        return new InterruptibleTask<>(runnable, result);
    }

    static <T> Callable<T> callable(Runnable runnable, T result) {
        Objects.requireNonNull(runnable, "the runnable is null");
        return new Returning<>(runnable, result);
    }

    /** Runs a runnable; the result is given. */
    @SuppressWarnings("serial") // serialisable if the user's are
    private record Returning<T>(Runnable runnable, T result)
            implements Callable<T>, Described, Serializable {
        @Override
        public T call() {
            runnable.run();
            return result;
        }

        @Override
        public String description() {
            return Described.of(runnable);
        }

        @Override
        public String toString() {
            return runnable.toString();
        }
    }

    @Override
    public String description() {
        return Described.of(callable);
    }

    /** Nobody runs it any more: it was cancelled in its queue, or failed for want of stack. */
    @Override
    void completedBySomebody() {
        if (callable instanceof AnyOf.Attempt<?> attempt) {
            attempt.failed();
        }
    }

    @Override
    protected boolean exec() {
        boolean interruptedStill = Thread.interrupted();
        // Volatile, before the look whether it is done: who cancels it later sees the runner.
        runner = Thread.currentThread();
        T value = null;
        boolean called = false;
        try {
            if (isStopped()) {
                cancel(false); // what was cleared above may have been meant for this
            }
            if (isDone()) {
                completedBySomebody();
            } else {
                value = callable.call();
                called = true;
            }
            return true;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            // Of a runnable, one that the compiler does not know of: Kotlin's throw them.
            throw callable instanceof Returning
                    ? ForkJoinTask.<RuntimeException>unchecked(e)
                    : new RuntimeException(e);
        } finally {
            synchronized (this) {
                boolean interrupted = runner == null;
                runner = null;
                if (called && !isDone()) { // else its waiters may have seen what another gave it
                    result = value;
                }
                if (interrupted) {
                    Thread.interrupted();
                    interruptedStill |= isStopped(); // which may have interrupted, too
                }
            }
            if (interruptedStill) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Whether the calling worker's pool has begun to stop, and has interrupted it or is about to.
     */
    private static boolean isStopped() {
        ForkJoinPool pool = getPool();
        return pool != null && pool.scheduler.termination().isStopping();
    }

    @Override
    public synchronized void complete(T value) {
        super.complete(value);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean wasDone = isDone();
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled && !wasDone && mayInterruptIfRunning) {
            interruptRunner();
        }
        return cancelled;
    }

    final synchronized void interruptRunner() {
        if (runner != null) {
            Tasks.interrupt(runner);
            runner = null;
        }
    }

    @Override
    public T getRawResult() {
        return result;
    }

    @Override
    protected void setRawResult(T value) {
        result = value;
    }

    @Override
    public void run() {
        quietlyInvoke();
    }

    @Override
    public String toString() {
        return super.toString() + "[Wrapped task = " + callable + "]";
    }
}
