package dev.cleave;

import dev.cleave.scheduling.StackRoom;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** A task that is cancelled, or dealt with otherwise, if it is not complete in time. */
final class TimedTask<T> extends InterruptibleTask<T> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial")
    private final Consumer<? super ForkJoinTask<T>> action;

    @SuppressWarnings("serial") // it waits in a pool, and cannot be serialised
    private volatile Future<?> alarm;

    private TimedTask(Callable<? extends T> callable, Consumer<? super ForkJoinTask<T>> action) {
        super(callable);
        this.action = action;
    }

    /** As {@link AdaptedTask}s are made; its time begins before it is submitted. */
    static <T> ForkJoinTask<T> submit(
            ForkJoinPool pool,
            Callable<? extends T> callable,
            long nanos,
            Consumer<? super ForkJoinTask<T>> action) {
        TimedTask<T> task = new TimedTask<>(callable, action);
        if (pool.isShutdown()) {
            throw pool.scheduler.termination().rejected();
        }
        task.alarm = pool.delays().alarm(task::timeOut, nanos);
        try {
            return pool.submitTask(task);
        } catch (Throwable refused) {
            task.forgetLimit();
            throw refused;
        }
    }

    private void timeOut() {
        if (isDone()) {
            return;
        }
        if (action == null) {
            cancel(true);
            return;
        }
        try {
            action.accept(this);
        } catch (Throwable failure) {
            Uncaught.report(failure);
        } finally {
            interruptRunner();
        }
    }

    private void forgetLimit() {
        Future<?> pending = alarm;
        if (pending != null && StackRoom.isLeft()) { // else it finds this complete
            pending.cancel(false);
        }
    }

    @Override
    protected boolean exec() {
        try {
            return super.exec();
        } finally {
            forgetLimit();
        }
    }

    @Override
    void completedBySomebody() {
        forgetLimit();
    }
}
