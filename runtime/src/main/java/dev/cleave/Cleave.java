package dev.cleave;

import dev.cleave.lazy.Failures;
import dev.cleave.scheduling.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Fork and join without task classes. Called by a worker, the parts run in its pool; called by
 * another thread, in the common pool, and the caller waits. In woven classes calls with lambdas are
 * futures and loops of the calling thread's, from which idle workers take: {@code docs/weaving.md}.
 *
 * <p>Every method returns when all its parts have ended. If parts throw, what the first of them
 * threw is thrown, with the others' suppressed into it, up to 32. As by {@link ForkJoinTask#join},
 * a copy is thrown, with the original as its cause, if that was thrown in another thread and its
 * class allows.
 */
public final class Cleave {
    private Cleave() {}

    /**
     * Two results.
     *
     * @param first of the first part
     * @param second of the second part
     * @param <A> the first's type
     * @param <B> the second's type
     */
    public record Pair<A, B>(A first, B second) {}

    /**
     * Runs both, perhaps in parallel: one in the calling worker, the other wherever.
     *
     * @param first a part
     * @param second another
     * @throws NullPointerException if either is null; neither has run then
     */
    public static void join(Runnable first, Runnable second) {
        Objects.requireNonNull(first, "the first part is null");
        Objects.requireNonNull(second, "the second part is null");
        if (isOutside()) {
            ForkJoinPool.commonPool().invoke(new RunTask(() -> join(first, second)));
            return;
        }
        RunTask forked = new RunTask(second);
        forked.fork();
        try {
            first.run();
        } catch (Throwable failure) {
            forked.endAfter(failure);
            throw failure;
        }
        forked.join();
    }

    /**
     * Computes both, perhaps in parallel: one in the calling worker, the other wherever.
     *
     * @param first a part
     * @param second another
     * @param <A> the first's result
     * @param <B> the second's result
     * @return both results
     * @throws NullPointerException if either is null; neither has run then
     */
    public static <A, B> Pair<A, B> join(
            Supplier<? extends A> first, Supplier<? extends B> second) {
        Objects.requireNonNull(first, "the first part is null");
        Objects.requireNonNull(second, "the second part is null");
        if (isOutside()) {
            return ForkJoinPool.commonPool()
                    .invoke(new SupplyTask<Pair<A, B>>(() -> join(first, second)));
        }
        SupplyTask<B> forked = new SupplyTask<>(second);
        forked.fork();
        A a;
        try {
            a = first.get();
        } catch (Throwable failure) {
            forked.endAfter(failure);
            throw failure;
        }
        return new Pair<>(a, forked.join());
    }

    /**
     * Runs all, perhaps in parallel.
     *
     * @param parts the parts
     * @throws NullPointerException if any is null; none has run then
     */
    public static void invokeAll(Runnable... parts) {
        Objects.requireNonNull(parts, "the parts are null");
        List<Supplier<Void>> suppliers = new ArrayList<>(parts.length);
        for (Runnable part : parts) {
            Objects.requireNonNull(part, "a part is null");
            suppliers.add(
                    () -> {
                        part.run();
                        return null;
                    });
        }
        invokeAll(suppliers);
    }

    /**
     * Computes all, perhaps in parallel.
     *
     * @param parts the parts
     * @param <T> their results
     * @return the results, in the order of the parts
     * @throws NullPointerException if any part is null; none has run then
     */
    public static <T> List<T> invokeAll(List<? extends Supplier<? extends T>> parts) {
        Objects.requireNonNull(parts, "the parts are null");
        List<SupplyTask<T>> tasks = new ArrayList<>(parts.size());
        for (Supplier<? extends T> part : parts) {
            tasks.add(new SupplyTask<>(Objects.requireNonNull(part, "a part is null")));
        }
        if (!isOutside()) {
            return invokeTasks(tasks);
        }
        return ForkJoinPool.commonPool().invoke(new SupplyTask<>(() -> invokeTasks(tasks)));
    }

    private static <T> List<T> invokeTasks(List<SupplyTask<T>> tasks) {
        for (int i = tasks.size() - 1; i > 0; i--) {
            tasks.get(i).fork();
        }
        Throwable first = null;
        List<T> results = new ArrayList<>(tasks.size());
        for (int i = 0; i < tasks.size(); i++) {
            SupplyTask<T> task = tasks.get(i);
            if (i == 0) {
                task.quietlyInvoke();
            } else {
                task.quietlyJoin();
            }
            Throwable failure = task.getException();
            if (failure == null) {
                results.add(task.getRawResult());
            } else if (first == null) {
                first = failure;
            } else {
                Failures.suppress(first, failure);
            }
        }
        if (first != null) {
            throw ForkJoinTask.<RuntimeException>unchecked(first);
        }
        return results;
    }

    /**
     * Runs the body for each number, perhaps in parallel and in any order. The range is split only
     * while somebody is there to take a part, and calls of a fast body are run in batches. Throws
     * what the earliest number that fails throws; later ones may have been run.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param body what to run
     * @throws NullPointerException if the body is null
     */
    public static void forEach(int from, int to, IntConsumer body) {
        Objects.requireNonNull(body, "the body is null");
        forEachLong(from, to, i -> body.accept((int) i));
    }

    /**
     * Runs the body for each number, perhaps in parallel and in any order. The range is split only
     * while somebody is there to take a part, and calls of a fast body are run in batches. Throws
     * what the earliest number that fails throws; later ones may have been run.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param body what to run
     * @throws NullPointerException if the body is null
     * @throws IllegalArgumentException if the range has more than {@code Long.MAX_VALUE} numbers
     */
    public static void forEachLong(long from, long to, LongConsumer body) {
        Objects.requireNonNull(body, "the body is null");
        RangeTask.run(
                from,
                to,
                null,
                (first, end, unused) -> {
                    for (long i = first; i < end; i++) {
                        body.accept(i);
                    }
                    return null;
                },
                null);
    }

    /**
     * Combines the body's results for each number, perhaps in parallel, keeping their order.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param identity combined with any value gives that value; the result of an empty range
     * @param body gives a number's value
     * @param combine joins the values of two adjacent ranges; associative
     * @param <T> the result
     * @return all values combined
     * @throws NullPointerException if the body or combiner is null
     */
    public static <T> T reduce(
            int from,
            int to,
            T identity,
            IntFunction<? extends T> body,
            BinaryOperator<T> combine) {
        Objects.requireNonNull(body, "the body is null");
        Objects.requireNonNull(combine, "the combiner is null");
        return RangeTask.run(
                from,
                to,
                identity,
                (first, end, soFar) -> {
                    T value = soFar;
                    for (long i = first; i < end; i++) {
                        value = combine.apply(value, body.apply((int) i));
                    }
                    return value;
                },
                combine);
    }

    /**
     * Answers whoever has asked the calling worker for work. For long computations between forks;
     * does nothing in other threads. Never blocks.
     */
    public static void tryLoadBalance() {
        Tasks.balance();
    }

    /**
     * Runs something that may block; a worker that does so is replaced meanwhile, if there is need,
     * and what it has forked can be taken by others.
     *
     * @param call what to run
     * @param <T> its result
     * @return its result
     * @throws Exception what the call throws
     * @throws NullPointerException if the call is null
     * @throws java.util.concurrent.RejectedExecutionException if a replacement is needed and cannot
     *     be had
     */
    public static <T> T blocking(Callable<T> call) throws Exception {
        Objects.requireNonNull(call, "the call is null");
        if (!(Thread.currentThread() instanceof ForkJoinWorkerThread worker)) {
            return call.call();
        }
        worker.getPool().scheduler.beginBlocking(worker);
        try {
            return call.call();
        } finally {
            worker.getPool().scheduler.endBlocking(worker);
        }
    }

    /** Whether the parts must be handed to the common pool's workers first. */
    static boolean isOutside() {
        return !ForkJoinTask.inForkJoinPool() && !ForkJoinPool.commonPool().withoutWorkers();
    }

    /** A part without a result. */
    private static final class RunTask extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final transient Runnable part;

        RunTask(Runnable part) {
            this.part = part;
        }

        @Override
        protected void compute() {
            part.run();
        }

        void endAfter(Throwable failure) {
            end(this, failure);
        }
    }

    /** A part with a result. */
    private static final class SupplyTask<T> extends RecursiveTask<T> {
        private static final long serialVersionUID = 1L;

        private final transient Supplier<? extends T> part;

        SupplyTask(Supplier<? extends T> part) {
            this.part = part;
        }

        @Override
        protected T compute() {
            return part.get();
        }

        void endAfter(Throwable failure) {
            end(this, failure);
        }
    }

    /** The first part threw: the second does not begin any more, or is waited for. */
    private static void end(ForkJoinTask<?> second, Throwable failure) {
        if (second.tryUnfork()) {
            return;
        }
        second.quietlyJoin();
        Throwable other = second.getException();
        if (other != null) {
            Failures.suppress(failure, other);
        }
    }
}
