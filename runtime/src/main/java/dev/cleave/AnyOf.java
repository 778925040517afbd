package dev.cleave;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** {@code invokeAny}: complete when the first task has succeeded, or none can succeed any more. */
final class AnyOf<T> extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    /** How it ended: by success if there is no failure. */
    private record Outcome<T>(T value, Throwable failure) {}

    private final transient AtomicInteger left;
    private final transient AtomicReference<Outcome<T>> outcome = new AtomicReference<>();
    private transient volatile Throwable failure;

    private AnyOf(int tasks) {
        // Tells of attempts that nobody runs. Not in an initialiser: if that overflowed, nothing
        // could be an AnyOf any more.
        CountedCompleter.Path.install();
        left = new AtomicInteger(tasks);
    }

    static <T> T run(
            ForkJoinPool pool,
            Collection<? extends Callable<T>> tasks,
            boolean timed,
            long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<Callable<T>> all =
                new ArrayList<>(Objects.requireNonNull(tasks, "the collection of tasks is null"));
        if (all.isEmpty()) {
            throw new IllegalArgumentException("invokeAny of no tasks: give at least one");
        }
        AnyOf<T> any = new AnyOf<>(all.size());
        List<InterruptibleTask<Void>> attempts = new ArrayList<>(all.size());
        try {
            for (Callable<T> task : all) {
                Objects.requireNonNull(task, "a task is null");
                if (any.isDone()) {
                    continue; // but none of the others is to be null
                }
                InterruptibleTask<Void> attempt = new InterruptibleTask<>(new Attempt<>(any, task));
                attempts.add(attempt);
                if (pool.withoutWorkers()) {
                    attempt.run(); // nobody else would: what is waited for is no attempt
                } else {
                    pool.submit((ForkJoinTask<Void>) attempt);
                }
            }
            if (timed) {
                any.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } else {
                any.get();
            }
        } catch (CancellationException stopped) {
            // The caller is a worker, and its pool was shut down now.
            throw new ExecutionException(stopped);
        } finally {
            any.cancel(false); // so that none begins as others are interrupted
            attempts.forEach(ForkJoinTask::cancelQuietly);
        }
        Outcome<T> end = any.outcome.get();
        if (end.failure != null) {
            throw new ExecutionException(end.failure);
        }
        return end.value;
    }

    private void end(Outcome<T> how) {
        if (outcome.compareAndSet(null, how)) {
            quietlyComplete();
        }
    }

    /** One of the tasks: ends by success or failure, or because nobody runs it any more. */
    static final class Attempt<T> implements Callable<Void> {
        private final AnyOf<T> any;
        private final Callable<T> task;
        private final AtomicBoolean failed = new AtomicBoolean();

        Attempt(AnyOf<T> any, Callable<T> task) {
            this.any = any;
            this.task = task;
        }

        @Override
        public Void call() {
            if (any.isDone()) {
                return null;
            }
            T value;
            try {
                value = task.call();
            } catch (Throwable failure) {
                any.failure = failure;
                failed();
                return null;
            }
            any.end(new Outcome<>(value, null));
            return null;
        }

        /** It has not succeeded and will not. More than one call is as one. */
        void failed() {
            if (failed.compareAndSet(false, true) && any.left.decrementAndGet() == 0) {
                Throwable last = any.failure;
                any.end(new Outcome<>(null, last == null ? new CancellationException() : last));
            }
        }

        @Override
        public String toString() {
            return task.toString();
        }
    }

    @Override
    public Void getRawResult() {
        return null;
    }

    @Override
    protected void setRawResult(Void value) {}

    @Override
    protected boolean exec() {
        return false;
    }
}
