package dev.cleave.lazy;

import dev.cleave.metrics.events.Described;
import java.lang.invoke.MethodHandles;
import java.util.function.IntFunction;

/**
 * What {@code Cleave.join} and {@code Cleave.invokeAll} are in a thread that is no worker, if they
 * are not woven: the thread runs the parts itself, and whatever it has not come to is a pending
 * call, for idle workers of the common pool. To hand all of them over would take it two wake-ups,
 * as long as many a part.
 */
@SuppressWarnings("exports") // nobody outside asks for the description
public final class Parts implements Described {
    /** Saved arguments: the ends of a range of parts, and this. */
    private static final int PRIMITIVES = 2;

    private static final int REFERENCES = 1;

    private static final int FRAME = PRIMITIVES;

    private static final Site REST =
            Bootstrap.site(MethodHandles.lookup(), PRIMITIVES, REFERENCES, FRAME);

    /** What is known of each place in a program, by the class of its first part's lambda. */
    private static final ClassValue<Known> KNOWN =
            new ClassValue<>() {
                @Override
                protected Known computeValue(Class<?> first) {
                    return new Known();
                }
            };

    private final IntFunction<?> part;
    private final Object[] results;

    /** Of the first part as the program gave it. */
    private final Class<?> first;

    private Parts(int count, IntFunction<?> part, Class<?> first) {
        this.part = part;
        this.results = new Object[count];
        this.first = first;
    }

    @Override
    public String description() {
        return LoopSite.placeOf(first) + " (parts)";
    }

    /** Written without synchronisation, as what is lost is found out again. */
    private static final class Known {
        /** Whether the parts took long together last time. */
        boolean isLong;
    }

    /**
     * Runs parts, perhaps in parallel. Those after one that throws are begun no more.
     *
     * @param count how many; at least one
     * @param part runs the one of a number, counted from 0
     * @param first the first part, as the program gave it
     * @return what each has returned; null if the calling thread is to do otherwise: none has run
     * @throws Throwable what the first part that fails throws, others' suppressed into it
     */
    public static Object[] run(int count, IntFunction<?> part, Object first) throws Throwable {
        FutureStack stack = stack();
        if (stack == null) {
            return ClassInitialization.isUnderWay() ? inPlace(count, part) : null;
        }
        Parts parts = new Parts(count, part, first.getClass());
        if (stack.hasEntered()) {
            parts.run(stack, false);
        } else {
            Known known = KNOWN.get(first.getClass());
            long begun = System.nanoTime();
            parts.run(stack, known.isLong);
            known.isLong = System.nanoTime() - begun > ParallelLoop.WORTH_DIVIDING_NANOS;
        }
        return parts.results;
    }

    private static Object[] inPlace(int count, IntFunction<?> part) {
        Object[] results = new Object[count];
        for (int i = 0; i < count; i++) {
            results[i] = part.apply(i);
        }
        return results;
    }

    /**
     * On one processor, too, parts may wait for each other. Null in a stretch that does not fork,
     * and near the end of the thread's stack.
     */
    private static FutureStack stack() {
        FutureStack stack = GuestStacks.acquireIfRoom();
        return stack == null || stack.isUntouched() ? null : stack;
    }

    /** See {@link Bootstrap#DISPATCHER}. */
    @SuppressWarnings("unused")
    private static void cleave$call(int ordinal, PromotedCall call, FutureStack stack, int top)
            throws Throwable {
        Parts parts = (Parts) call.reference(0);
        try {
            parts.run((int) call.primitive(0), (int) call.primitive(1), stack, top);
        } catch (Throwable failure) {
            throw stack.drop(failure, top);
        }
    }

    private void run(FutureStack stack, boolean isLong) throws Throwable {
        int before = stack.entered();
        int start = stack.enterCall(isLong);
        try {
            run(0, results.length, stack, start);
        } catch (Throwable failure) {
            stack.leavesAllWithin(before);
            throw stack.exitCall(failure, start);
        }
        stack.leavesAllWithin(before);
        stack.exitCall(start);
    }

    /** Whoever calls takes back what is pending if it throws. */
    private void run(int from, int to, FutureStack stack, int top) throws Throwable {
        if (to - from == 1) {
            stack.top(top);
            results[from] = part.apply(from);
            return;
        }
        int middle = (from + to) >>> 1;
        int end = top + FRAME;
        if (!stack.hasRoom(end)) {
            run(from, middle, stack, top);
            run(middle, to, stack, top);
            return;
        }
        stack.argument(top, middle);
        stack.argument(top + 1, to);
        stack.argument(top, this);
        stack.fork(top, REST);
        run(from, middle, stack, end);
        PromotedCall call = stack.touch(top);
        stack.forget(top);
        if (call == null) {
            run(middle, to, stack, top);
        } else {
            stack.await(call, end);
        }
    }
}
