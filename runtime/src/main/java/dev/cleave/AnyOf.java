package dev.cleave;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code invokeAny}: completed by the first task that succeeds, or the last that fails. */
final class AnyOf<T> extends ForkJoinTask<T> {
    private static final long serialVersionUID = 1L;

    private final transient AtomicInteger running;
    private transient T result;

    private AnyOf(int tasks) {
        running = new AtomicInteger(tasks);
    }

    static <T> T run(
            ForkJoinPool pool,
            Collection<? extends Callable<T>> tasks,
            boolean timed,
            long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<Callable<T>> all = new ArrayList<>(tasks);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("invokeAny of no tasks: give at least one");
        }
        AnyOf<T> any = new AnyOf<>(all.size());
        List<InterruptibleTask<Void>> attempts = new ArrayList<>(all.size());
        for (Callable<T> task : all) {
            java.util.Objects.requireNonNull(task, "a task is null");
            attempts.add(new InterruptibleTask<>(() -> any.attempt(task)));
        }
        try {
            for (InterruptibleTask<Void> attempt : attempts) {
                if (any.isDone()) {
                    break;
                }
                pool.submit((ForkJoinTask<Void>) attempt);
            }
            for (int i = attempts.size() - 1; i >= 0 && inForkJoinPool() && !any.isDone(); i--) {
                attempts.get(i).quietlyJoin(); // a worker runs those that nobody has begun
            }
            return timed ? any.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS) : any.get();
        } finally {
            attempts.forEach(ForkJoinTask::cancelQuietly);
        }
    }

    private Void attempt(Callable<T> task) {
        T value;
        try {
            value = task.call();
        } catch (Throwable failure) {
            if (running.decrementAndGet() == 0) {
                completeWith(failure);
            }
            return null;
        }
        complete(value);
        return null;
    }

    /** Keeps a checked exception as it is: it becomes the cause that the caller sees. */
    private void completeWith(Throwable failure) {
        dev.cleave.scheduling.Tasks.fail(
                this,
                failure instanceof CancellationException
                        ? new IllegalStateException("a task was cancelled", failure)
                        : failure);
    }

    @Override
    public T getRawResult() {
        return result;
    }

    @Override
    protected void setRawResult(T value) {
        if (!isDone()) {
            result = value;
        }
    }

    @Override
    protected boolean exec() {
        return false;
    }
}
