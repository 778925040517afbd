package dev.cleave.spark;

import java.util.List;

/** Splits, and says what is wrong with a {@link Divisible} that does not. */
final class Splitting {
    /**
     * Halving divides the largest number there is in 63. Much deeper recursion would end the stack.
     */
    static final int MOST_LEVELS = 200;

    private static final int SHOWN = 200;

    private Splitting() {}

    /**
     * The parts of a problem that is not small.
     *
     * @param level how many splits have led to it
     * @throws IllegalStateException if there are none, one is null, or splitting does not end
     */
    static <P> List<P> parts(Divisible<P, ?> how, P problem, int level) {
        if (level >= MOST_LEVELS) {
            throw new IllegalStateException(
                    String.format(
                            "%s has split %d times in a row and still has %s, which is not small;"
                                    + " %d levels are the limit: let split return smaller parts, or"
                                    + " isSmall say so",
                            name(how), level, shown(problem), MOST_LEVELS));
        }
        List<P> parts = how.split(problem);
        if (parts == null || parts.isEmpty()) {
            throw new IllegalStateException(
                    String.format(
                            "%s.split returned %s for %s, which is not small; at least one part is"
                                    + " needed",
                            name(how), parts == null ? "null" : "no parts", shown(problem)));
        }
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) == null) {
                throw new IllegalStateException(
                        String.format(
                                "%s.split returned null as part %d of %d for %s",
                                name(how), i, parts.size(), shown(problem)));
            }
        }
        return parts;
    }

    static String name(Divisible<?, ?> how) {
        return how.getClass().getName();
    }

    /** A problem in a message: perhaps long, perhaps one that cannot be printed. */
    static String shown(Object problem) {
        String text;
        try {
            text = String.valueOf(problem);
        } catch (RuntimeException unprintable) {
            text = problem.getClass().getName();
        }
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
