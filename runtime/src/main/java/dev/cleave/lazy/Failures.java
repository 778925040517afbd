package dev.cleave.lazy;

/** What parts that have all ended have thrown. Called by woven code; any thread. */
public final class Failures {
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
        if (later != null && later != earlier) {
            earlier.addSuppressed(later);
        }
        return earlier;
    }
}
