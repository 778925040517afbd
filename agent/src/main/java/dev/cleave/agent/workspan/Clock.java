package dev.cleave.agent.workspan;

/**
 * What strands are timed with: nanoseconds, or units that the measured program counts itself, so
 * that what is measured can be compared with what is known.
 */
public final class Clock {
    /** The property that has programs count units: {@code -Ddev.cleave.workspan.clock=units}. */
    static final String PROPERTY = "dev.cleave.workspan.clock";

    private static final boolean COUNTS = "units".equals(System.getProperty(PROPERTY));

    private Clock() {}

    /** Whether the program counts. */
    static boolean counts() {
        return COUNTS;
    }

    /**
     * Time passes for the calling thread, if it is counted.
     *
     * @param by how many units
     */
    public static void advance(long by) {
        Probe.meter().advance(by);
    }
}
