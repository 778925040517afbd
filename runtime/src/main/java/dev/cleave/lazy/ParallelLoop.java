package dev.cleave.lazy;

import dev.cleave.scheduling.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.TimeUnit;

/**
 * Runs a loop, a stretch at a time, and divides what is left of it when a worker is idle. Called by
 * woven code.
 */
public final class ParallelLoop {
    /** A stretch is to last at least this long: 10 µs, some hundred times what the poll costs. */
    private static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    /** And at most this long: 40 µs, so that an idle worker is soon answered. */
    private static final long LONG_NANOS = TimeUnit.MICROSECONDS.toNanos(40);

    /** Saved arguments of each kind. */
    private static final int ARGUMENTS = 2;

    /** Slots of a loop's frame. */
    static final int FRAME = ARGUMENTS;

    /** How often a small run looks whether a worker is idle, at least. */
    private static final int LOOKS = 4;

    private static final Site REST = rest();

    private final Body body;
    private final LoopSite site;

    /** Iterations a stretch; whoever has timed one writes, as a lost write is made good. */
    private long stretch = 1;

    private ParallelLoop(Body body, LoopSite site) {
        this.body = body;
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

    private static Site rest() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return (Site)
                    Bootstrap.site(
                                    lookup,
                                    "rest:0:" + ARGUMENTS + ":" + ARGUMENTS + ":" + FRAME,
                                    MethodType.methodType(Site.class))
                            .getTarget()
                            .invokeExact();
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** See {@link Bootstrap#DISPATCHER}. */
    @SuppressWarnings("unused")
    private static void cleave$call(int ordinal, PromotedCall call, FutureStack stack, int top)
            throws Throwable {
        ((ParallelLoop) call.reference(0))
                .run(call.primitive(0), call.primitive(1), (long[]) call.reference(1), stack, top);
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
     * @throws IllegalArgumentException if the loop would count away from its bound
     */
    public static long count(long from, long bound, long step, boolean inclusive, boolean up) {
        if (inclusive ? up ? from > bound : from < bound : up ? from >= bound : from <= bound) {
            return 0;
        }
        if (up ? step <= 0 : step >= 0) {
            throw new IllegalArgumentException(
                    "a parallel loop from "
                            + from
                            + " to "
                            + bound
                            + " by steps of "
                            + step
                            + " would not end: let it count towards its bound");
        }
        long distance = up ? Math.subtractExact(bound, from) : Math.subtractExact(from, bound);
        long by = Math.abs(step);
        return inclusive ? distance / by + 1 : (distance - 1) / by + 1;
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
        long[] partial = new long[site.reductions.length];
        if (stack.isBelow() && iterations <= site.stretch && !stack.isUrgent()) {
            body.run(0, iterations, partial);
            return partial;
        }
        ParallelLoop loop = new ParallelLoop(body, site);
        int start = stack.enterCall();
        try {
            if (stack.isBelow() && stack.isUrgent()) {
                loop.runRisen(0, iterations, partial, stack, start);
            } else if (stack.isBelow()) {
                loop.runSmall(iterations, partial, stack, start);
            } else if (site.cut.isReached(start)) {
                long begun = site.cut.begin(stack, start);
                try {
                    loop.runSmall(iterations, partial, stack, start);
                } finally {
                    site.cut.end(stack, begun);
                }
            } else {
                long begun = System.nanoTime();
                loop.run(0, iterations, partial, stack, start);
                site.cut.forked(System.nanoTime() - begun);
                if (site.stretch == 1) {
                    site.stretch = loop.stretch;
                }
            }
        } catch (Throwable failure) {
            throw stack.exitCall(failure, start);
        }
        stack.exitCall(start);
        return partial;
    }

    /**
     * Runs what lasts no longer than a stretch, as far as is known: calls within it do not fork.
     * Should it last longer while a worker is idle, the rest is divided.
     */
    private void runSmall(long iterations, long[] partial, FutureStack stack, int top)
            throws Throwable {
        stack.top(top + FRAME);
        long known = site.stretch;
        long size = Math.min(known, iterations / LOOKS + 1);
        long[] scratch = new long[partial.length];
        long begun = System.nanoTime();
        for (long at = 0; at < iterations; at += size) {
            if (at > 0 && stack.isAnswering()) {
                long nanos = System.nanoTime() - begun;
                if (nanos > LONG_NANOS) {
                    site.stretch = iterationsIn(SHORT_NANOS, at, nanos);
                    runRisen(at, iterations, scratch, stack, top);
                    combine(partial, scratch);
                    return;
                }
            }
            body.run(at, at + Math.min(size, iterations - at), at == 0 ? partial : scratch);
            if (at > 0) {
                combine(partial, scratch);
            }
        }
        if (iterations > known) {
            site.stretch =
                    Math.max(
                            known,
                            iterationsIn(SHORT_NANOS, iterations, System.nanoTime() - begun));
        }
    }

    /** How many take so long, if some others, at least as many, took {@code nanos}. */
    private static long iterationsIn(long limit, long iterations, long nanos) {
        return nanos <= limit ? iterations : (long) ((double) iterations * limit / nanos) + 1;
    }

    /** Within a stretch that does not fork, runs a part that does. */
    private void runRisen(long from, long to, long[] partial, FutureStack stack, int top)
            throws Throwable {
        stack.rise(site.cut);
        try {
            run(from, to, partial, stack, top);
        } finally {
            stack.sink(top);
        }
    }

    /** Runs a part, in the calling thread but for what others ask for. */
    private void run(long from, long to, long[] partial, FutureStack stack, int top)
            throws Throwable {
        stack.top(top + FRAME);
        boolean first = true;
        long[] scratch = new long[partial.length];
        long at = from;
        while (at < to) {
            long size = Math.min(stretch, to - at);
            if (to - at > size && stack.isAnswering() && hasRoom(top)) {
                long middle = at + (to - at) / 2;
                divide(at, middle, to, first ? partial : scratch, stack, top);
                if (!first) {
                    combine(partial, scratch);
                }
                return;
            }
            long begun = System.nanoTime();
            body.run(at, at + size, first ? partial : scratch);
            if (!first) {
                combine(partial, scratch);
            }
            timed(System.nanoTime() - begun, size);
            first = false;
            at += size;
        }
    }

    private static boolean hasRoom(int top) {
        return top + 2 * FRAME < FutureStack.CAPACITY && StackRoom.isLeft();
    }

    /** Offers the later half to whoever asks. */
    private void divide(long from, long middle, long to, long[] partial, FutureStack stack, int top)
            throws Throwable {
        int end = top + FRAME;
        long[] later = new long[partial.length];
        stack.argument(top, middle);
        stack.argument(top + 1, to);
        stack.argument(top, this);
        stack.argument(top + 1, later);
        stack.fork(top, REST);
        try {
            run(from, middle, partial, stack, end);
        } catch (Throwable failure) {
            throw stack.drop(failure, top);
        }
        PromotedCall call = stack.touch(top);
        stack.forget(top);
        stack.forget(top + 1);
        if (call == null) {
            run(middle, to, later, stack, end);
        } else {
            stack.await(call, end);
        }
        combine(partial, later);
    }

    private void combine(long[] earlier, long[] later) {
        for (int i = 0; i < earlier.length; i++) {
            earlier[i] = site.reductions[i].combine(earlier[i], later[i]);
        }
    }

    private void timed(long nanos, long size) {
        if (nanos < SHORT_NANOS) {
            stretch = Math.max(stretch, Math.min(2 * size, Long.MAX_VALUE / 4));
        } else if (nanos > LONG_NANOS && size > 1) {
            stretch = Math.min(stretch, Math.max(1, size * SHORT_NANOS / nanos * 2));
        }
    }
}
