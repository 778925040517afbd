package dev.cleave.agent.workspan;

/** What instrumentation adds to {@code CountedCompleter}, whose children run after it. */
public interface Completing {
    /**
     * Whom it tells that it is complete.
     *
     * @return a {@link Measured}, or null
     */
    Object cleave$completer();
}
