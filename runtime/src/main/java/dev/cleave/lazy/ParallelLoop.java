package dev.cleave.lazy;

import dev.cleave.metrics.events.Described;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Runs a loop, a stretch at a time, and divides what is left of it when a worker is idle. Called by
 * woven code.
 */
@SuppressWarnings("exports") // nobody outside asks for the description
public final class ParallelLoop implements Described {
    /** A stretch is to last at least this long: 10 µs, some hundred times what the poll costs. */
    private static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    /** And at most this long: 40 µs, so that an idle worker is soon answered. */
    private static final long LONG_NANOS = TimeUnit.MICROSECONDS.toNanos(40);

    /**
     * A run that lasts longer gains by being divided at once: 100 µs, twice what it takes to wake.
     */
    static final long WORTH_DIVIDING_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Saved arguments: the ends of a part, and the loop. */
    private static final int PRIMITIVES = 2;

    private static final int REFERENCES = 1;

    /** Slots of a loop's frame. */
    static final int FRAME = PRIMITIVES;

    /** How often a small run looks whether a worker is idle, at least. */
    private static final int LOOKS = 4;

    private static final Site REST =
            Bootstrap.site(MethodHandles.lookup(), PRIMITIVES, REFERENCES, FRAME);

    /** What is left of a loop is told from a call by what follows its place. */
    private static final String LOOP = " (loop)";

    private final Fold fold;
    private final Object identity;
    private final BinaryOperator<Object> combine;
    private final LoopSite site;

    /** Iterations a stretch; whoever has timed one writes, as a lost write is made good. */
    private long stretch = 1;

    /** Where the earliest stretch so far that has thrown begins: none after it is begun. */
    private volatile long failedAt = Long.MAX_VALUE;

    private ParallelLoop(
            Fold fold, Object identity, BinaryOperator<Object> combine, LoopSite site) {
        this.fold = fold;
        this.identity = identity;
        this.combine = combine;
        this.site = site;
    }

    /** The loop as it was written, for a part of its iterations. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs iterations.
         *
         * @param from the first, counted from 0
         * @param to the one after the last
         * @param partial where to leave what they accumulate, in the order of the reductions
         */
        void run(long from, long to, long[] partial);
    }

    /** A part of the iterations, each combined with what those before have come to. */
    @FunctionalInterface
    public interface Fold {
        /**
         * Runs iterations.
         *
         * @param from the first, counted from 0
         * @param to the one after the last
         * @param soFar what those before have come to
         * @return what it is now
         */
        Object run(long from, long to, Object soFar);
    }

    @Override
    public String description() {
        return site.place + LOOP;
    }

    /** See {@link Bootstrap#DISPATCHER}. */
    @SuppressWarnings("unused")
    private static void cleave$call(int ordinal, PromotedCall call, FutureStack stack, int top)
            throws Throwable {
        ParallelLoop loop = (ParallelLoop) call.reference(0);
        call.result(loop.run(call.primitive(0), call.primitive(1), loop.identity, stack, top));
    }

    /**
     * How often a loop runs.
     *
     * @param from the variable's first value
     * @param bound what it is compared with
     * @param step what is added after each iteration
     * @param inclusive whether the loop runs for the bound too
     * @param up whether the loop runs while the variable is below the bound; else while above
     * @return the number of iterations
     * @throws IllegalArgumentException if the loop would count away from its bound, past the end of
     *     its variable's range, or for longer than {@code Long.MAX_VALUE} iterations
     */
    public static long count(long from, long bound, long step, boolean inclusive, boolean up) {
        if (inclusive ? up ? from > bound : from < bound : up ? from >= bound : from <= bound) {
            return 0;
        }
        if (up ? step <= 0 : step >= 0) {
            throw wrong(
                    from, bound, step, "would end late or never: let it count towards its bound");
        }
        // Unsigned, as bounds may be further apart than Long.MAX_VALUE; so may be the step of
        // MIN_VALUE.
        long distance = up ? bound - from : from - bound;
        long last = Long.divideUnsigned(inclusive ? distance : distance - 1, Math.abs(step));
        if (last < 0 || last == Long.MAX_VALUE) {
            throw wrong(
                    from,
                    bound,
                    step,
                    "has more than " + Long.MAX_VALUE + " iterations: divide it");
        }
        long lastValue = from + last * step;
        if (up ? lastValue > Long.MAX_VALUE - step : lastValue < Long.MIN_VALUE - step) {
            throw wrong(
                    from,
                    bound,
                    step,
                    "would end late or never: its variable passes the end of long");
        }
        return last + 1;
    }

    /**
     * How often a loop over an int runs: as {@link #count}, whose parameters it has.
     *
     * @param from the variable's first value
     * @param bound what it is compared with
     * @param step what is added after each iteration
     * @param inclusive whether the loop runs for the bound too
     * @param up whether the loop runs while the variable is below the bound; else while above
     * @return the number of iterations
     * @throws IllegalArgumentException if the loop would count away from its bound, or past the end
     *     of its variable's range
     */
    public static long countInts(long from, long bound, long step, boolean inclusive, boolean up) {
        long count = count(from, bound, step, inclusive, up);
        long behind = from + count * step;
        if (behind != (int) behind && count > 0) {
            throw wrong(
                    from,
                    bound,
                    step,
                    "would end late or never: its variable passes the end of int");
        }
        return count;
    }

    private static IllegalArgumentException wrong(long from, long bound, long step, String how) {
        return new IllegalArgumentException(
                "a parallel loop from "
                        + from
                        + " to "
                        + bound
                        + " by steps of "
                        + step
                        + " "
                        + how);
    }

    /**
     * The calling thread's stack, for a loop that begins.
     *
     * @return the stack; null if the loop had better run as it was written
     */
    public static FutureStack stack() {
        return FutureStack.current();
    }

    /**
     * Runs a loop.
     *
     * @param iterations how many
     * @param body what they do
     * @param stack what {@link #stack} returned
     * @param site the loop's own
     * @return what its iterations have accumulated, for each reduction
     * @throws Throwable what an iteration threw
     */
    public static long[] run(long iterations, Body body, FutureStack stack, LoopSite site)
            throws Throwable {
        if (isStretch(iterations, stack, site)) {
            long[] partial = new long[site.reductions.length];
            body.run(0, iterations, partial);
            return partial;
        }
        Fold fold =
                (from, to, soFar) -> {
                    long[] partial = new long[site.reductions.length];
                    body.run(from, to, partial);
                    return soFar == null ? partial : site.combine(soFar, partial);
                };
        return (long[]) new ParallelLoop(fold, null, site::combine, site).run(iterations, stack);
    }

    /**
     * Runs a loop whose iterations have values.
     *
     * @param iterations how many; at least one
     * @param fold runs some, and combines their values in order
     * @param identity what a part begins with
     * @param combine joins what two adjacent parts have come to
     * @param stack what {@link #stack} returned
     * @param site the loop's own
     * @return all values combined
     * @throws Throwable what an iteration threw
     */
    public static Object reduce(
            long iterations,
            Fold fold,
            Object identity,
            BinaryOperator<Object> combine,
            FutureStack stack,
            LoopSite site)
            throws Throwable {
        return isStretch(iterations, stack, site)
                ? fold.run(0, iterations, identity)
                : new ParallelLoop(fold, identity, combine, site).run(iterations, stack);
    }

    /**
     * Joins what parts have come to, as objects.
     *
     * @param combine joins values
     * @return the same of their boxes
     */
    public static BinaryOperator<Object> combinerOfInts(IntBinaryOperator combine) {
        return (a, b) -> combine.applyAsInt((int) a, (int) b);
    }

    /**
     * Joins what parts have come to, as objects.
     *
     * @param combine joins values
     * @return the same of their boxes
     */
    public static BinaryOperator<Object> combinerOfLongs(LongBinaryOperator combine) {
        return (a, b) -> combine.applyAsLong((long) a, (long) b);
    }

    /**
     * Joins what parts have come to, as objects.
     *
     * @param combine joins values
     * @return the same of their boxes
     */
    public static BinaryOperator<Object> combinerOfDoubles(DoubleBinaryOperator combine) {
        return (a, b) -> combine.applyAsDouble((double) a, (double) b);
    }

    /** Whether it is part of a stretch that does not fork, and nobody waits in vain. */
    private static boolean isStretch(long iterations, FutureStack stack, LoopSite site) {
        return stack.isBelow() && iterations <= site.stretch && !stack.isUrgent();
    }

    private Object run(long iterations, FutureStack stack) throws Throwable {
        Object result;
        int before = stack.entered();
        int start = stack.enterCall(site.isLong);
        try {
            if (stack.isBelow() && stack.isUrgent()) {
                result = runRisen(0, iterations, identity, stack, start);
            } else if (stack.isBelow()) {
                result = runSmall(0, iterations, identity, stack, start);
            } else if (site.cut.isReached(start)) {
                long begun = site.cut.begin(stack, start);
                try {
                    result = runSmall(iterations, stack, start);
                } finally {
                    site.cut.end(stack, begun);
                }
            } else {
                long begun = System.nanoTime();
                result = run(0, iterations, identity, stack, start);
                long nanos = System.nanoTime() - begun;
                site.cut.forked(nanos);
                site.isLong = nanos > WORTH_DIVIDING_NANOS;
                if (site.stretch == 1) {
                    site.stretch = stretch;
                }
            }
        } catch (Throwable failure) {
            stack.leavesAllWithin(before);
            throw stack.exitCall(failure, start);
        }
        stack.leavesAllWithin(before);
        stack.exitCall(start);
        return result;
    }

    /**
     * Runs what has lasted no longer than a stretch so far, and is not divided, as nobody would
     * gain by that. The later half is a pending call all the same, for whoever waits in vain for
     * milliseconds: this time an iteration may last for long, or block.
     */
    private Object runSmall(long iterations, FutureStack stack, int top) throws Throwable {
        int end = top + FRAME;
        if (iterations == 1 || !stack.hasRoom(end + FRAME)) {
            return runSmall(0, iterations, identity, stack, top);
        }
        long middle = iterations / 2;
        arguments(middle, iterations, stack, top);
        stack.keep(top, REST);
        try {
            Object earlier = runSmall(0, middle, identity, stack, end);
            PromotedCall call = stack.touch(top);
            stack.forget(top);
            return call == null
                    ? runSmall(middle, iterations, earlier, stack, top)
                    : combine.apply(earlier, stack.await(call, end).referenceResult());
        } catch (Throwable failure) {
            failsAt(0);
            throw stack.drop(failure, top);
        }
    }

    /**
     * Runs a part of what lasts no longer than a stretch, as far as is known: calls within it do
     * not fork. Should it last longer while a worker is idle, the rest is divided.
     */
    private Object runSmall(long from, long to, Object soFar, FutureStack stack, int top)
            throws Throwable {
        stack.top(top + FRAME);
        long iterations = to - from;
        long known = site.stretch;
        long size = Math.min(known, iterations / LOOKS + 1);
        Object value = soFar;
        // A look at the clock takes as long as many a loop, and none comes if nobody asks.
        boolean isTimed = iterations > known;
        long timedFrom = from;
        long begun = isTimed ? System.nanoTime() : 0;
        for (long at = from; at < to; at += size) {
            if (at > from && stack.isAnswering()) {
                long now = System.nanoTime();
                if (!isTimed) {
                    isTimed = true;
                    timedFrom = at;
                    begun = now;
                } else if (now - begun > LONG_NANOS) {
                    site.stretch = iterationsOfAStretch(at - timedFrom, now - begun);
                    return runRisen(at, to, value, stack, top);
                }
            }
            value = fold.run(at, at + Math.min(size, to - at), value);
        }
        if (iterations > known) {
            site.stretch =
                    Math.max(known, iterationsOfAStretch(iterations, System.nanoTime() - begun));
        }
        return value;
    }

    /** How many last as long as a stretch, if some others, at least as many, took {@code nanos}. */
    private static long iterationsOfAStretch(long iterations, long nanos) {
        return nanos <= SHORT_NANOS
                ? iterations
                : (long) ((double) iterations * SHORT_NANOS / nanos) + 1;
    }

    /** Within a stretch that does not fork, runs a part that does. */
    private Object runRisen(long from, long to, Object soFar, FutureStack stack, int top)
            throws Throwable {
        int levels = stack.watchedLevels();
        stack.rise(site.cut, top);
        try {
            return run(from, to, soFar, stack, top);
        } finally {
            stack.sink(top, levels);
        }
    }

    /**
     * Runs a part, in the calling thread but for what others take. Before it begins with what is
     * left, the later half of that becomes a pending call, and of the earlier half again, down to a
     * stretch: so whoever is idle finds something even if an iteration lasts for long, or blocks.
     */
    private Object run(long from, long to, Object soFar, FutureStack stack, int top)
            throws Throwable {
        int end = top;
        long at = from;
        long until = to;
        Object value = soFar;
        try {
            while (true) {
                while (until - at > stretch && at < failedAt && stack.hasRoom(end + 2 * FRAME)) {
                    long middle = at + (until - at) / 2;
                    arguments(middle, until, stack, end);
                    stack.fork(end, REST);
                    end += FRAME;
                    until = middle;
                }
                if (at < until && at < failedAt) {
                    stack.top(end + FRAME);
                    long size = Math.min(stretch, until - at);
                    long begun = System.nanoTime();
                    value = fold.run(at, at + size, value);
                    timed(System.nanoTime() - begun, size);
                    at += size;
                } else if (end == top) {
                    return value;
                } else {
                    end -= FRAME;
                    PromotedCall call = stack.touch(end);
                    stack.forget(end);
                    until = stack.argument(end + 1);
                    if (call != null) {
                        Object later = stack.await(call, end + FRAME).referenceResult();
                        // Of a part behind a failure there may be nothing to combine.
                        value = at < failedAt ? combine.apply(value, later) : value;
                        at = until;
                    }
                }
            }
        } catch (Throwable failure) {
            failsAt(at);
            throw stack.drop(failure, top);
        }
    }

    /** Notes a part that is about to become a pending call. */
    private void arguments(long from, long to, FutureStack stack, int slot) {
        stack.argument(slot, from);
        stack.argument(slot + 1, to);
        stack.argument(slot, this);
    }

    private synchronized void failsAt(long at) {
        failedAt = Math.min(failedAt, at);
    }

    private void timed(long nanos, long size) {
        if (nanos < SHORT_NANOS) {
            stretch = Math.max(stretch, Math.min(2 * size, Long.MAX_VALUE / 4));
        } else if (nanos > LONG_NANOS && size > 1) {
            stretch = Math.min(stretch, Math.max(1, size * SHORT_NANOS / nanos * 2));
        }
    }
}
