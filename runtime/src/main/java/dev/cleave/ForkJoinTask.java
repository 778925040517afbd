package dev.cleave;

import dev.cleave.scheduling.Task;
import dev.cleave.scheduling.TaskFailures;
import dev.cleave.scheduling.Tasks;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A unit of work that may run in parallel with the code that forks it, and whose result that code
 * joins. The contract is {@link java.util.concurrent.ForkJoinTask}'s, method by method; what
 * differs is the price: a task is four bytes larger than an empty object.
 *
 * <p>A join inside a worker runs the task itself if nobody has begun it, else helps whoever has,
 * with descendants of that task only, and else waits. Joining a task from inside itself is an
 * {@link IllegalStateException}, unless it is a {@link CountedCompleter}, which others complete. A
 * worker that would have to be replaced while it waits, and cannot be, gets a {@link
 * java.util.concurrent.RejectedExecutionException}.
 *
 * <p>Memory: what happened before {@link #fork}, or before the task was submitted to a pool, is
 * visible to the task, and what the task did is visible after {@link #join}, {@link #get} or a true
 * {@link #isDone}.
 *
 * <p>On JDK 19 and later, {@code state()} is inherited from {@link Future}.
 *
 * @param <V> the result
 */
@SuppressWarnings("exports") // what scheduling adds is package-private there
public abstract class ForkJoinTask<V> extends Task implements Future<V>, Serializable {
    private static final long serialVersionUID = 1L;

    /** Creates a pending task. */
    public ForkJoinTask() {}

    /**
     * Creates a pending task.
     *
     * @param lone see {@link Task#Task(boolean)}
     */
    ForkJoinTask(boolean lone) {
        super(lone);
    }

    // ---- fork and join ----

    /**
     * Arranges for the task to run: in the calling worker's pool, else in the common pool. Does not
     * block. A task is forked once, unless completed and {@link #reinitialize reinitialized}
     * between.
     *
     * @return this
     * @throws java.util.concurrent.RejectedExecutionException if the pool can take no more
     */
    public final ForkJoinTask<V> fork() {
        if (!Tasks.push(this)) {
            ForkJoinPool.commonPool().scheduler.submit(this, true);
        }
        return this;
    }

    /**
     * Waits for the task and returns its result. Not interruptible; an interrupt is kept for later.
     * What a task throws is thrown here as it was, or as a copy that has it as its cause if it was
     * thrown in another thread and its class allows.
     *
     * @return the result
     * @throws CancellationException if the task was cancelled
     * @throws IllegalStateException if called by the task itself, and it is no {@link
     *     CountedCompleter}
     */
    public final V join() {
        return resultOf(Tasks.runNow(this, true));
    }

    /** The result, after {@link Tasks#runNow} has returned this. */
    @SuppressWarnings("unchecked") // unless null, it is what getRawResult has returned
    private V resultOf(Object run) {
        if (run == Tasks.UNKNOWN) {
            awaitNormal();
        } else if (run != null) {
            return (V) run;
        }
        return getRawResult();
    }

    private void awaitNormal() {
        helpThenAwait();
        if (Tasks.abnormal(this)) {
            throw ForkJoinTask.<RuntimeException>unchecked(failureHere());
        }
    }

    private void helpThenAwait() {
        ForkJoinPool.helpFromOutside(this);
        Tasks.await(this);
    }

    /**
     * Runs the task in the calling thread and returns its result, as {@link #join} does.
     *
     * @return the result
     */
    public final V invoke() {
        return resultOf(Tasks.runNow(this, false));
    }

    /**
     * Forks the one, runs the other, and joins: returns when both are done. If one throws, the
     * other may be cancelled.
     *
     * @param t1 a task
     * @param t2 another
     * @throws NullPointerException if either is null
     */
    public static void invokeAll(ForkJoinTask<?> t1, ForkJoinTask<?> t2) {
        Objects.requireNonNull(t1, "the first task is null");
        Objects.requireNonNull(t2, "the second task is null");
        t2.fork();
        try {
            t1.invoke();
        } catch (Throwable failure) {
            cancelQuietly(t2);
            throw failure;
        }
        t2.join();
    }

    /**
     * Forks all but the first, runs that, and joins: returns when all are done. If one throws,
     * others may be cancelled.
     *
     * @param tasks the tasks
     * @throws NullPointerException if any is null; none has been forked then
     */
    public static void invokeAll(ForkJoinTask<?>... tasks) {
        invokeAllOf(Arrays.asList(requireTasks(tasks).clone()));
    }

    /**
     * Forks all but the first, runs that, and joins: returns when all are done. If one throws,
     * others may be cancelled.
     *
     * @param tasks the tasks
     * @param <T> their type
     * @return the argument
     * @throws NullPointerException if any is null; none has been forked then
     */
    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        invokeAllOf(
                tasks instanceof RandomAccess && tasks instanceof List<T> list
                        ? list
                        : new ArrayList<>(requireTasks(tasks)));
        return tasks;
    }

    private static <T> T requireTasks(T tasks) {
        return Objects.requireNonNull(tasks, "the tasks are null");
    }

    private static void invokeAllOf(List<? extends ForkJoinTask<?>> tasks) {
        for (ForkJoinTask<?> task : tasks) {
            Objects.requireNonNull(task, "a task is null");
        }
        for (int i = tasks.size() - 1; i > 0; i--) {
            tasks.get(i).fork();
        }
        int next = 0;
        try {
            for (int n = tasks.size(); next < n; next++) {
                ForkJoinTask<?> task = tasks.get(next);
                task.resultOf(Tasks.runNow(task, next > 0));
            }
        } catch (Throwable failure) {
            for (int n = tasks.size(); next < n; next++) {
                cancelQuietly(tasks.get(next));
            }
            throw failure;
        }
    }

    static void cancelQuietly(Future<?> task) {
        try {
            task.cancel(true);
        } catch (RuntimeException | Error ignored) {
            // A cancel() of the user's that throws: the failure that led here is the one to report.
        }
    }

    // ---- completion ----

    /**
     * Tries to cancel: succeeds unless the task is complete. One that has not begun never will; one
     * that runs goes on, unnoticed. Does not block, but for a {@link RecursiveTask} or {@link
     * RecursiveAction}, as they say.
     *
     * @param mayInterruptIfRunning has no effect, but for tasks made interruptible
     * @return whether the task is cancelled now
     */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        Tasks.cancel(this);
        completedBySomebody();
        return isCancelled();
    }

    /**
     * Called when the task is complete, but perhaps not by its run, which may never come, or was in
     * vain: once or more, in whatever thread. Whoever counts on the run is to be told.
     */
    void completedBySomebody() {}

    @Override
    public final boolean isDone() {
        return Tasks.done(this);
    }

    @Override
    public final boolean isCancelled() {
        return Tasks.abnormal(this) && !Tasks.failed(this);
    }

    /**
     * Whether the task threw or was cancelled.
     *
     * @return whether it did
     */
    public final boolean isCompletedAbnormally() {
        return Tasks.abnormal(this);
    }

    /**
     * Whether the task completed without throwing and was not cancelled.
     *
     * @return whether it did
     */
    public final boolean isCompletedNormally() {
        return Tasks.done(this) && !Tasks.abnormal(this);
    }

    /**
     * The exception that the task completed with.
     *
     * @return it; a {@link CancellationException} if cancelled; null if there is none, or none yet
     */
    public final Throwable getException() {
        return Tasks.abnormal(this) ? failureHere() : null;
    }

    /**
     * The result of a task that has completed normally.
     *
     * @return the result
     * @throws IllegalStateException if it has not
     */
    @SuppressWarnings("all")
    public V resultNow() {
        if (!isCompletedNormally()) {
            throw new IllegalStateException(
                    "the task has no result: "
                            + (isCancelled()
                                    ? "it was cancelled"
                                    : isDone() ? "it failed" : "it is not complete"));
        }
        return getRawResult();
    }

    /**
     * The exception of a task that has completed with one.
     *
     * @return the exception
     * @throws IllegalStateException if it has not, or was cancelled
     */
    @SuppressWarnings("all")
    public Throwable exceptionNow() {
        if (!Tasks.failed(this)) {
            throw new IllegalStateException(
                    "the task has no exception: "
                            + (isCancelled()
                                    ? "it was cancelled"
                                    : isDone() ? "it has a result" : "it is not complete"));
        }
        return failureHere();
    }

    /**
     * Completes the task with an exception, unless it is complete. Blocks as {@link #cancel}.
     *
     * @param ex the exception; wrapped in a {@link RuntimeException} if it is a checked one
     */
    public void completeExceptionally(Throwable ex) {
        Tasks.fail(
                this,
                ex instanceof RuntimeException || ex instanceof Error
                        ? ex
                        : new RuntimeException(ex));
        completedBySomebody();
    }

    /**
     * Completes the task with a result, unless it was cancelled or threw. Blocks as {@link
     * #cancel}.
     *
     * @param value the result
     */
    public void complete(V value) {
        try {
            setRawResult(value);
        } catch (Throwable failure) {
            completeExceptionally(failure);
            return;
        }
        quietlyComplete();
    }

    /** Completes the task normally, with the result that it has. Blocks as {@link #cancel}. */
    public final void quietlyComplete() {
        Tasks.complete(this);
        completedBySomebody();
    }

    /**
     * Waits for the task and returns its result.
     *
     * @return the result
     * @throws CancellationException if the task was cancelled
     * @throws ExecutionException if the task threw, with what it threw as the cause
     * @throws InterruptedException if the calling thread was interrupted while it waited
     */
    @Override
    public final V get() throws InterruptedException, ExecutionException {
        requireNotInterrupted();
        Object run = Tasks.runNow(this, true);
        if (run != Tasks.UNKNOWN) {
            return resultOf(run);
        }
        ForkJoinPool.helpFromOutside(this);
        Tasks.await(this, true, false, 0);
        throwForGet();
        return getRawResult();
    }

    /**
     * Waits for the task at most so long and returns its result.
     *
     * @param timeout how long
     * @param unit of the timeout
     * @return the result
     * @throws CancellationException if the task was cancelled
     * @throws ExecutionException if the task threw, with what it threw as the cause
     * @throws InterruptedException if the calling thread was interrupted while it waited
     * @throws TimeoutException if the task is not complete after that time
     * @throws NullPointerException if the unit is null
     */
    @Override
    public final V get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!quietlyJoin(timeout, unit)) {
            throw new TimeoutException();
        }
        throwForGet();
        return getRawResult();
    }

    /** Before the caller runs the task itself, and would not look at its interrupt status. */
    private void requireNotInterrupted() throws InterruptedException {
        if (!isDone() && Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private void throwForGet() throws ExecutionException {
        if (Tasks.abnormal(this)) {
            Throwable failure = failureHere();
            if (isCancelled()) {
                throw (CancellationException) failure;
            }
            throw new ExecutionException(failure);
        }
    }

    /** Waits for the task, whatever becomes of it. */
    public final void quietlyJoin() {
        if (Tasks.runNow(this, true) == Tasks.UNKNOWN) {
            helpThenAwait();
        }
    }

    /** Runs the task in the calling thread and waits for it, whatever becomes of it. */
    public final void quietlyInvoke() {
        if (Tasks.runNow(this, false) == Tasks.UNKNOWN) {
            helpThenAwait();
        }
    }

    /**
     * Waits for the task at most so long, whatever becomes of it.
     *
     * @param timeout how long
     * @param unit of the timeout
     * @return whether it is complete
     * @throws InterruptedException if the calling thread was interrupted while it waited
     * @throws NullPointerException if the unit is null
     */
    public final boolean quietlyJoin(long timeout, TimeUnit unit) throws InterruptedException {
        return joinWithin(true, timeout, unit);
    }

    /**
     * Waits for the task at most so long, whatever becomes of it, interrupts kept for later.
     *
     * @param timeout how long
     * @param unit of the timeout
     * @return whether it is complete
     * @throws NullPointerException if the unit is null
     */
    public final boolean quietlyJoinUninterruptibly(long timeout, TimeUnit unit) {
        try {
            return joinWithin(false, timeout, unit);
        } catch (InterruptedException e) {
            throw new AssertionError("uninterruptible", e);
        }
    }

    private boolean joinWithin(boolean interruptible, long timeout, TimeUnit unit)
            throws InterruptedException {
        long deadline = Tasks.deadline(timeout, unit);
        if (interruptible) {
            requireNotInterrupted();
        }
        if (isDone() || timeout <= 0 || Tasks.runNow(this, true) != Tasks.UNKNOWN) {
            return isDone();
        }
        ForkJoinPool.helpFromOutside(this);
        return Tasks.await(this, interruptible, true, deadline);
    }

    /**
     * Runs tasks until the calling worker's pool (else the common pool) is quiescent. A starting
     * point for joining tasks that were forked and never joined.
     */
    public static void helpQuiesce() {
        ForkJoinPool pool = getPool();
        (pool == null ? ForkJoinPool.commonPool() : pool)
                .scheduler.awaitQuiescence(Tasks.deadline(Long.MAX_VALUE, TimeUnit.DAYS), false);
    }

    /**
     * Makes a completed task ready to be forked again, with a tag of zero. What {@link
     * #getRawResult} returns is not cleared. Not while the task is queued or running.
     */
    public void reinitialize() {
        Tasks.reset(this);
    }

    // ---- queues ----

    /**
     * The pool whose worker the caller is.
     *
     * @return the pool, or null
     */
    public static ForkJoinPool getPool() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread w ? w.getPool() : null;
    }

    /**
     * Whether the caller is a pool's worker.
     *
     * @return whether it is
     */
    public static boolean inForkJoinPool() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    /**
     * Takes the task back if it is the one that the caller forked last and nobody has begun it.
     *
     * @return whether it is the caller's now
     */
    public boolean tryUnfork() {
        return inForkJoinPool()
                ? Tasks.tryUnpush(this)
                : ForkJoinPool.commonPool().scheduler.unsubmit(this);
    }

    /**
     * Tasks in the calling worker's queue.
     *
     * @return their number; 0 if the caller is no worker
     */
    public static int getQueuedTaskCount() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread w ? Tasks.queued(w) : 0;
    }

    /**
     * How many more tasks the calling worker holds than other workers might steal: fork while it is
     * small.
     *
     * @return the estimate; 0 if the caller is no worker
     */
    public static int getSurplusQueuedTaskCount() {
        return Tasks.surplus();
    }

    /**
     * The calling worker's next own task, left in its queue.
     *
     * @return the task, or null
     */
    protected static ForkJoinTask<?> peekNextLocalTask() {
        return (ForkJoinTask<?>) Tasks.peekLocal();
    }

    /**
     * Takes the calling worker's next own task, without running it.
     *
     * @return the task, or null
     */
    protected static ForkJoinTask<?> pollNextLocalTask() {
        return (ForkJoinTask<?>) Tasks.pollLocal();
    }

    /**
     * Takes the calling worker's next own task, else another's, without running it.
     *
     * @return the task, or null if none was found
     */
    protected static ForkJoinTask<?> pollTask() {
        return (ForkJoinTask<?>) Tasks.poll();
    }

    /**
     * Takes a task submitted from outside to the calling worker's pool, without running it.
     *
     * @return the task, or null
     */
    protected static ForkJoinTask<?> pollSubmission() {
        ForkJoinPool pool = getPool();
        return pool == null ? null : pool.pollSubmission();
    }

    // ---- for subclasses ----

    /**
     * The result, or null: also of a task that is not complete.
     *
     * @return the result
     */
    @Override
    public abstract V getRawResult();

    /**
     * Sets the result.
     *
     * @param value the result
     */
    protected abstract void setRawResult(V value);

    /**
     * Does the task's work.
     *
     * @return whether the task is complete; false leaves it to {@link #complete} and its like
     */
    @Override
    protected abstract boolean exec();

    /**
     * The tag: 16 bits that are the program's.
     *
     * @return the bits
     */
    public final short getForkJoinTaskTag() {
        return Tasks.tag(this);
    }

    /**
     * Sets the tag, atomically.
     *
     * @param newValue the new bits
     * @return the old ones
     */
    public final short setForkJoinTaskTag(short newValue) {
        return Tasks.exchangeTag(this, newValue);
    }

    /**
     * Sets the tag if it is as expected, atomically.
     *
     * @param expect the old bits
     * @param update the new ones
     * @return whether it was
     */
    public final boolean compareAndSetForkJoinTaskTag(short expect, short update) {
        return Tasks.compareAndSetTag(this, expect, update);
    }

    // ---- exceptions ----

    /** What an abnormally completed task throws in the calling thread. */
    private Throwable failureHere() {
        if (!Tasks.failed(this)) {
            return new CancellationException();
        }
        Throwable original = TaskFailures.exception(this);
        return TaskFailures.thrownHere(this) ? original : copyFor(original);
    }

    /** The same exception, with the calling thread's stack trace, caused by the original. */
    private static Throwable copyFor(Throwable original) {
        Constructor<?> plain = null;
        try {
            for (Constructor<?> c : original.getClass().getConstructors()) {
                Class<?>[] parameters = c.getParameterTypes();
                if (parameters.length == 1 && parameters[0] == Throwable.class) {
                    return (Throwable) c.newInstance(original);
                }
                if (parameters.length == 0) {
                    plain = c;
                }
            }
            if (plain != null) {
                Throwable copy = (Throwable) plain.newInstance();
                copy.initCause(original);
                return copy;
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Its class is not ours to instantiate: the original then.
        }
        return original;
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> T unchecked(Throwable t) throws T {
        throw (T) t;
    }

    // ---- serial form ----

    /**
     * Writes the fields, how the task completed, its tag, and its exception if any.
     *
     * @serialData the default fields, a byte, a short, then a throwable or null
     */
    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeByte(Tasks.completion(this));
        out.writeShort(Tasks.tag(this));
        out.writeObject(Tasks.failed(this) ? TaskFailures.exception(this) : null);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        byte completion = in.readByte();
        Tasks.exchangeTag(this, in.readShort());
        Tasks.restore(this, completion, (Throwable) in.readObject());
    }

    /** A task of another {@code ForkJoinTask}, which does not say how it had completed. */
    private void readObjectNoData() throws InvalidObjectException {
        throw new InvalidObjectException(
                getClass().getName()
                        + " was written as another kind of task than dev.cleave.ForkJoinTask, as that"
                        + " of java.util.concurrent: write and read it in programs that are"
                        + " retargeted both, or neither");
    }

    // ---- adapters ----

    /**
     * A task that runs the argument; its result is null.
     *
     * @param runnable what to run
     * @return the task
     * @throws NullPointerException if the runnable is null
     */
    public static ForkJoinTask<?> adapt(Runnable runnable) {
        return AdaptedTask.of(runnable, null);
    }

    /**
     * A task that runs the argument; its result is the other.
     *
     * @param runnable what to run
     * @param result the result
     * @param <T> its type
     * @return the task
     * @throws NullPointerException if the runnable is null
     */
    public static <T> ForkJoinTask<T> adapt(Runnable runnable, T result) {
        return AdaptedTask.of(runnable, result);
    }

    /**
     * A task that calls the argument; a checked exception is wrapped in a {@link RuntimeException}.
     *
     * @param callable what to call
     * @param <T> its result
     * @return the task
     * @throws NullPointerException if the callable is null
     */
    public static <T> ForkJoinTask<T> adapt(Callable<? extends T> callable) {
        return AdaptedTask.of(callable);
    }

    /**
     * A task that calls the argument and is interrupted by {@code cancel(true)}.
     *
     * @param callable what to call
     * @param <T> its result
     * @return the task
     * @throws NullPointerException if the callable is null
     */
    public static <T> ForkJoinTask<T> adaptInterruptible(Callable<? extends T> callable) {
        return InterruptibleTask.of(callable);
    }

    /**
     * A task that runs the argument and is interrupted by {@code cancel(true)}.
     *
     * @param runnable what to run
     * @param result the result
     * @param <T> its type
     * @return the task
     * @throws NullPointerException if the runnable is null
     */
    public static <T> ForkJoinTask<T> adaptInterruptible(Runnable runnable, T result) {
        return InterruptibleTask.of(runnable, result);
    }

    /**
     * A task that runs the argument and is interrupted by {@code cancel(true)}; its result is null.
     *
     * @param runnable what to run
     * @return the task
     * @throws NullPointerException if the runnable is null
     */
    public static ForkJoinTask<?> adaptInterruptible(Runnable runnable) {
        return adaptInterruptible(runnable, null);
    }

    // ---- composition ----

    /**
     * A task that runs the given ones one after the other (FJava's {@code FJavaSeq}).
     *
     * @param tasks the tasks, each to be run once
     * @return the task
     * @throws NullPointerException if any is null
     */
    public static ForkJoinTask<Void> seq(ForkJoinTask<?>... tasks) {
        return CompositeTask.sequence(tasks);
    }

    /**
     * A task that runs the given ones in parallel (FJava's {@code FJavaConcurrent}).
     *
     * @param tasks the tasks, each to be run once
     * @return the task
     * @throws NullPointerException if any is null
     */
    public static ForkJoinTask<Void> par(ForkJoinTask<?>... tasks) {
        return CompositeTask.parallel(tasks);
    }
}
