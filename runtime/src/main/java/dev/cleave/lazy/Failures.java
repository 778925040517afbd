package dev.cleave.lazy;

import java.util.Arrays;
import java.util.Objects;

/** What parts that have all ended have thrown. Called by woven code; any thread. */
public final class Failures {
    /** As many an exception keeps: one that a program throws again and again must not grow. */
    private static final int SUPPRESSED = 32;

    private Failures() {}

    /**
     * What of two parts' failures is to be thrown: the earlier part's, with the other suppressed.
     *
     * @param earlier what the earlier part threw, or null
     * @param later what the later part threw, or null
     * @return the first; null if neither has thrown
     */
    public static Throwable first(Throwable earlier, Throwable later) {
        if (earlier == null) {
            return later;
        }
        if (later != null) {
            suppress(earlier, later);
        }
        return earlier;
    }

    /**
     * Keeps what was thrown later with what was thrown first, unless it is that, or joins have made
     * one of the other, or both of a third.
     *
     * @param first what is going to be thrown
     * @param later what another part threw
     */
    public static void suppress(Throwable first, Throwable later) {
        try {
            Throwable[] known = first.getSuppressed();
            if (first != later
                    && first != later.getCause()
                    && !areCopies(first, later)
                    && known.length < SUPPRESSED
                    && !Arrays.asList(known).contains(later)) {
                first.addSuppressed(later);
            }
        } catch (RuntimeException | Error fullOrTheirs) {
            // A full heap, or what their getCause, getMessage or equals throw: the first has to do.
        }
    }

    private static boolean areCopies(Throwable one, Throwable other) {
        return one.getCause() != null
                && one.getCause() == other.getCause()
                && one.getClass() == other.getClass()
                && Objects.equals(one.getMessage(), other.getMessage());
    }
}
