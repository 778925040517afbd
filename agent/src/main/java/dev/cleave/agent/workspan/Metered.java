package dev.cleave.agent.workspan;

/** What instrumentation adds to the runtime's workers: what they have at hand. Owner calls. */
public interface Metered {
    /**
     * What the thread has done.
     *
     * @return a {@link ThreadMeter}, or null
     */
    Object cleave$meter();

    /**
     * Keeps what the thread has done.
     *
     * @param meter a {@link ThreadMeter}
     */
    void cleave$meter(Object meter);

    /**
     * Whether nothing is told apart now, so that there is nothing to tell.
     *
     * @return whether all passes
     */
    boolean cleave$passes();

    /**
     * Says whether something is to be told from now on.
     *
     * @param passes whether nothing is
     */
    void cleave$passes(boolean passes);
}
