package dev.cleave;

import dev.cleave.metrics.events.Described;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.RunnableFuture;

/**
 * Tasks around a {@link Runnable} or {@link Callable}. Made by methods that return a {@link
 * ForkJoinTask}: whoever calls a constructor and returns or hands on a {@code ForkJoinTask} has the
 * verifier load the class to compare the two, which is some milliseconds of a program's first pool.
 */
final class AdaptedTask {
    private AdaptedTask() {}

    static <T> ForkJoinTask<T> of(Runnable runnable, T result) {
        return new OfRunnable<>(runnable, result);
    }

    static <T> ForkJoinTask<T> of(Callable<? extends T> callable) {
        return new OfCallable<>(callable);
    }

    /** One that nobody joins: what it throws goes to the worker's uncaught handler. */
    static ForkJoinTask<Void> executed(Runnable runnable) {
        return new Executed(runnable);
    }

    private static final class OfRunnable<T> extends FailureKeepingTask<T>
            implements RunnableFuture<T>, Described {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // serialisable if the user's is
        private final Runnable runnable;

        @SuppressWarnings("serial")
        private T result;

        OfRunnable(Runnable runnable, T result) {
            this.runnable = Objects.requireNonNull(runnable, "the runnable is null");
            this.result = result;
        }

        @Override
        public String description() {
            return Described.of(runnable);
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
        protected boolean exec() {
            runnable.run();
            return true;
        }

        @Override
        public void run() {
            invoke();
        }

        @Override
        public String toString() {
            return super.toString() + "[Wrapped task = " + runnable + "]";
        }
    }

    private static final class OfCallable<T> extends FailureKeepingTask<T>
            implements RunnableFuture<T>, Described {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Callable<? extends T> callable;

        @SuppressWarnings("serial")
        private T result;

        OfCallable(Callable<? extends T> callable) {
            this.callable = Objects.requireNonNull(callable, "the callable is null");
        }

        @Override
        public String description() {
            return Described.of(callable);
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
        protected boolean exec() {
            try {
                result = callable.call();
                return true;
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }

        @Override
        public void run() {
            invoke();
        }

        @Override
        public String toString() {
            return super.toString() + "[Wrapped task = " + callable + "]";
        }
    }

    private static final class Executed extends FailureKeepingTask<Void> implements Described {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Runnable runnable;

        Executed(Runnable runnable) {
            super(true);
            this.runnable = Objects.requireNonNull(runnable, "the runnable is null");
        }

        @Override
        public String description() {
            return Described.of(runnable);
        }

        @Override
        public Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(Void value) {}

        @Override
        protected boolean exec() {
            try {
                runnable.run();
            } catch (Throwable failure) {
                Uncaught.report(failure);
                throw failure;
            }
            return true;
        }
    }
}
