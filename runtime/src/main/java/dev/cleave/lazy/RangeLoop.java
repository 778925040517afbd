package dev.cleave.lazy;

import java.util.function.BinaryOperator;

/**
 * A range of numbers as a parallel loop of the calling thread: what {@code Cleave.forEach} and
 * {@code Cleave.reduce} are with a body that is not woven.
 */
public final class RangeLoop {
    /** A lambda has a class of its own, so this is one for each place in a program. */
    private static final ClassValue<LoopSite> SITES =
            new ClassValue<>() {
                @Override
                protected LoopSite computeValue(Class<?> body) {
                    return new LoopSite(new Reduction[0], LoopSite.placeOf(body));
                }
            };

    private RangeLoop() {}

    /**
     * Runs it.
     *
     * @param from the first number
     * @param to one more than the last; not more than {@code from} means none
     * @param identity what a part begins with, and the result of an empty range
     * @param fold runs some numbers, counted from 0, and combines their values in order
     * @param combine joins what two adjacent parts have come to
     * @param body whose class tells this loop from others
     * @return all values combined
     * @throws IllegalArgumentException if the range has more than {@code Long.MAX_VALUE} numbers
     * @throws Throwable what the earliest number that fails throws
     */
    public static Object run(
            long from,
            long to,
            Object identity,
            ParallelLoop.Fold fold,
            BinaryOperator<Object> combine,
            Object body)
            throws Throwable {
        if (from >= to) {
            return identity;
        }
        long count = to - from;
        if (count < 0) {
            throw new IllegalArgumentException(
                    "the range "
                            + from
                            + " to "
                            + to
                            + " has more than "
                            + Long.MAX_VALUE
                            + " numbers: split it");
        }
        FutureStack stack = ParallelLoop.stack();
        return stack == null
                ? fold.run(0, count, identity)
                : ParallelLoop.reduce(
                        count, fold, identity, combine, stack, SITES.get(body.getClass()));
    }
}
