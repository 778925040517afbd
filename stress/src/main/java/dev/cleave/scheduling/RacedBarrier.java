package dev.cleave.scheduling;

/** Barriers for tests in other packages. */
public final class RacedBarrier {
    private RacedBarrier() {}

    /**
     * A barrier whose threads sleep at once, and are woken or never look again.
     *
     * @param capacity the most threads that the team may have
     * @return the barrier
     */
    public static TeamBarrier withoutGrace(int capacity) {
        return new TeamBarrier(capacity, 0, 0);
    }
}
