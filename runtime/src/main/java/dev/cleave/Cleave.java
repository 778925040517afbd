package dev.cleave;

import dev.cleave.lazy.Failures;
import dev.cleave.lazy.ParallelLoop;
import dev.cleave.lazy.Parts;
import dev.cleave.lazy.RangeLoop;
import dev.cleave.scheduling.Tasks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Fork and join without task classes. The calling thread runs parts and iterations itself, and idle
 * workers take of what it has not come to: those of its pool; if it is no worker, those of the
 * common pool. What weaving changes: {@code docs/weaving.md}.
 *
 * <pre>{@code
 * var halves = Cleave.join(() -> count(left), () -> count(right));
 * Cleave.forEach(0, n, i -> b[i] = f(a[i]));
 * double sum = Cleave.reduceToDouble(0, n, 0, i -> f(a[i]), Double::sum);
 * }</pre>
 *
 * <p>Any thread may call these methods. What they run may run in other threads, and it is for the
 * program to make sure that the parts, or the iterations, do not disturb each other.
 *
 * <p>Every method returns, or throws, when all its parts have ended, or will not begin: also if its
 * pool stops. If parts throw, what the first of them threw is thrown, with the others' suppressed
 * into it, up to 32. What was thrown in another thread has suppressed a note of where it was
 * needed, but for that of {@code invokeAll}. If a worker calls {@code join} or {@code invokeAll},
 * it is thrown as by {@link ForkJoinTask#join}: a copy, with the original as its cause, if its
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
            IntFunction<?> part =
                    i -> {
                        (i == 0 ? first : second).run();
                        return null;
                    };
            if (outside(2, part, first) == null) {
                ForkJoinPool.commonPool().invoke(new Part.OfRunnable(() -> join(first, second)));
            }
            return;
        }
        Part<Void> other = new Part.OfRunnable(second);
        try {
            boolean isForked = other.tryFork();
            first.run();
            if (!isForked || other.tryUnfork()) {
                other.runHere(second);
            } else {
                other.joined();
            }
        } catch (Throwable failure) {
            for (boolean isOver = false; !isOver; ) {
                try {
                    other.end(failure);
                    isOver = true;
                } catch (Throwable full) {
                    // C1, here: a call or a lock would take more stack.
                    other.isWithdrawn = true;
                    isOver = other.stage != Part.BEGUN;
                }
            }
            throw failure;
        }
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
    @SuppressWarnings("unchecked")
    public static <A, B> Pair<A, B> join(
            Supplier<? extends A> first, Supplier<? extends B> second) {
        Objects.requireNonNull(first, "the first part is null");
        Objects.requireNonNull(second, "the second part is null");
        if (isOutside()) {
            Object[] both = outside(2, i -> (i == 0 ? first : second).get(), first);
            return both != null
                    ? new Pair<>((A) both[0], (B) both[1])
                    : ForkJoinPool.commonPool()
                            .invoke(new Part.OfSupplier<Pair<A, B>>(() -> join(first, second)));
        }
        Part<B> other = new Part.OfSupplier<>(second);
        try {
            boolean isForked = other.tryFork();
            A a = first.get();
            boolean isHere = !isForked || other.tryUnfork();
            return new Pair<>(a, isHere ? other.runHere(second) : other.joined());
        } catch (Throwable failure) {
            for (boolean isOver = false; !isOver; ) {
                try {
                    other.end(failure);
                    isOver = true;
                } catch (Throwable full) {
                    // C1, here: a call or a lock would take more stack.
                    other.isWithdrawn = true;
                    isOver = other.stage != Part.BEGUN;
                }
            }
            throw failure;
        }
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
        if (parts.length > 0) {
            computeAll(suppliers, parts[0]);
        }
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
        List<Supplier<? extends T>> all = new ArrayList<>(parts);
        for (Supplier<? extends T> part : all) {
            Objects.requireNonNull(part, "a part is null");
        }
        return all.isEmpty() ? new ArrayList<>() : computeAll(all, all.get(0));
    }

    /** Not none. */
    private static <T> List<T> computeAll(
            List<? extends Supplier<? extends T>> parts, Object first) {
        if (isOutside()) {
            Throwable[] failures = new Throwable[parts.size()];
            Object[] results =
                    outside(
                            failures.length,
                            i -> {
                                try {
                                    return parts.get(i).get();
                                } catch (Throwable failure) {
                                    failures[i] = failure;
                                    return null;
                                }
                            },
                            first);
            return results != null
                    ? outcome(results, failures)
                    : ForkJoinPool.commonPool()
                            .invoke(new Part.OfSupplier<List<T>>(() -> forkAll(parts)));
        }
        return forkAll(parts);
    }

    private static <T> List<T> forkAll(List<? extends Supplier<? extends T>> parts) {
        Object[] results = new Object[parts.size()];
        Throwable[] failures = new Throwable[results.length];
        Part<?>[] forked = new Part<?>[results.length];
        boolean allRun = false;
        try {
            for (int i = results.length - 1; i > 0; i--) {
                forked[i] = new Part.OfSupplier<T>(parts.get(i));
                if (!forked[i].tryFork()) {
                    forked[i] = null;
                }
            }
            allRun = true;
            for (int i = 0; i < results.length; i++) {
                try {
                    results[i] =
                            forked[i] == null
                                    ? parts.get(i).get()
                                    : forked[i].tryUnfork()
                                            ? forked[i].runHere(parts.get(i))
                                            : forked[i].joined();
                } catch (Throwable failure) {
                    failures[i] = failure;
                    allRun = false;
                }
            }
        } finally {
            for (int i = 0; !allRun && i < forked.length; i++) {
                Part<?> part = forked[i];
                for (boolean isOver = part == null; !isOver; ) {
                    try {
                        part.end(failures[i]);
                        isOver = true;
                    } catch (Throwable full) {
                        // C1, here: a call or a lock would take more stack.
                        part.isWithdrawn = true;
                        isOver = part.stage != Part.BEGUN;
                    }
                }
            }
        }
        return outcome(results, failures);
    }

    /** The results, if none has failed. */
    @SuppressWarnings("unchecked")
    private static <T> List<T> outcome(Object[] results, Throwable[] failures) {
        Throwable first = null;
        for (Throwable failure : failures) {
            first = Failures.first(first, failure);
        }
        if (first != null) {
            throw ForkJoinTask.<RuntimeException>unchecked(first);
        }
        return new ArrayList<>((List<T>) Arrays.asList(results));
    }

    /** Runs parts in a thread that is no worker; null if it is to have workers do it. */
    private static Object[] outside(int count, IntFunction<?> part, Object first) {
        try {
            return Parts.run(count, part, first);
        } catch (Throwable failure) {
            throw ForkJoinTask.<RuntimeException>unchecked(failure);
        }
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
        range(
                from,
                to,
                null,
                (first, end, unused) -> {
                    for (int i = (int) (from + first), last = (int) (from + end); i < last; i++) {
                        body.accept(i);
                    }
                    return null;
                },
                Cleave::nothing,
                body);
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
        range(
                from,
                to,
                null,
                (first, end, unused) -> {
                    for (long i = from + first, last = from + end; i < last; i++) {
                        body.accept(i);
                    }
                    return null;
                },
                Cleave::nothing,
                body);
    }

    private static Object nothing(Object a, Object b) {
        return null;
    }

    /**
     * Combines the body's results for each number, perhaps in parallel, keeping their order. For
     * primitive results there are {@link #reduceToInt}, {@link #reduceToLong} and {@link
     * #reduceToDouble}, which make no object for each.
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
    @SuppressWarnings("unchecked")
    public static <T> T reduce(
            int from,
            int to,
            T identity,
            IntFunction<? extends T> body,
            BinaryOperator<T> combine) {
        requireBoth(body, combine);
        return (T)
                range(
                        from,
                        to,
                        identity,
                        (first, end, soFar) -> {
                            T value = (T) soFar;
                            int last = (int) (from + end);
                            for (int i = (int) (from + first); i < last; i++) {
                                value = combine.apply(value, body.apply(i));
                            }
                            return value;
                        },
                        (BinaryOperator<Object>) combine,
                        body);
    }

    /**
     * Combines the body's results for each number, perhaps in parallel, keeping their order.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param identity combined with any value gives that value; the result of an empty range
     * @param body gives a number's value
     * @param combine joins the values of two adjacent ranges; associative
     * @return all values combined
     * @throws NullPointerException if the body or combiner is null
     */
    public static int reduceToInt(
            int from, int to, int identity, IntUnaryOperator body, IntBinaryOperator combine) {
        requireBoth(body, combine);
        return (int)
                range(
                        from,
                        to,
                        identity,
                        (first, end, soFar) -> {
                            int value = (int) soFar;
                            int last = (int) (from + end);
                            for (int i = (int) (from + first); i < last; i++) {
                                value = combine.applyAsInt(value, body.applyAsInt(i));
                            }
                            return value;
                        },
                        ParallelLoop.combinerOfInts(combine),
                        body);
    }

    /**
     * Combines the body's results for each number, perhaps in parallel, keeping their order.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param identity combined with any value gives that value; the result of an empty range
     * @param body gives a number's value
     * @param combine joins the values of two adjacent ranges; associative
     * @return all values combined
     * @throws NullPointerException if the body or combiner is null
     */
    public static long reduceToLong(
            int from, int to, long identity, IntToLongFunction body, LongBinaryOperator combine) {
        requireBoth(body, combine);
        return (long)
                range(
                        from,
                        to,
                        identity,
                        (first, end, soFar) -> {
                            long value = (long) soFar;
                            int last = (int) (from + end);
                            for (int i = (int) (from + first); i < last; i++) {
                                value = combine.applyAsLong(value, body.applyAsLong(i));
                            }
                            return value;
                        },
                        ParallelLoop.combinerOfLongs(combine),
                        body);
    }

    /**
     * Combines the body's results for each number, perhaps in parallel, keeping their order. What
     * is associative but for rounding, as a sum is, may be rounded otherwise each time.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param identity combined with any value gives that value; the result of an empty range
     * @param body gives a number's value
     * @param combine joins the values of two adjacent ranges; associative
     * @return all values combined
     * @throws NullPointerException if the body or combiner is null
     */
    public static double reduceToDouble(
            int from,
            int to,
            double identity,
            IntToDoubleFunction body,
            DoubleBinaryOperator combine) {
        requireBoth(body, combine);
        return (double)
                range(
                        from,
                        to,
                        identity,
                        (first, end, soFar) -> {
                            double value = (double) soFar;
                            int last = (int) (from + end);
                            for (int i = (int) (from + first); i < last; i++) {
                                value = combine.applyAsDouble(value, body.applyAsDouble(i));
                            }
                            return value;
                        },
                        ParallelLoop.combinerOfDoubles(combine),
                        body);
    }

    private static void requireBoth(Object body, Object combine) {
        Objects.requireNonNull(body, "the body is null");
        Objects.requireNonNull(combine, "the combiner is null");
    }

    private static Object range(
            long from,
            long to,
            Object identity,
            ParallelLoop.Fold fold,
            BinaryOperator<Object> combine,
            Object body) {
        try {
            return RangeLoop.run(from, to, identity, fold, combine, body);
        } catch (Throwable failure) {
            throw ForkJoinTask.<RuntimeException>unchecked(failure);
        }
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
     * and what it has forked can be taken by others. In other threads it is a plain call.
     *
     * <pre>{@code
     * String line = Cleave.blocking(() -> lines.take());
     * Cleave.blocking(() -> { latch.await(); return null; }); // without a result
     * }</pre>
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
        boolean computed = worker.getPool().scheduler.beginBlocking(worker);
        try {
            return call.call();
        } finally {
            worker.getPool().scheduler.endBlocking(worker, computed);
        }
    }

    /** Whether the calling thread is no worker, and the common pool has some. */
    static boolean isOutside() {
        return !ForkJoinTask.inForkJoinPool() && !ForkJoinPool.commonPool().withoutWorkers();
    }
}
