package dev.cleave.benchmarks.programs;

/**
 * One program at one size: its input, its serial version, and the answer of the version that ran
 * last.
 *
 * <p>Confined to the thread that measures; the parallel versions share only the arrays and the
 * immutable sizes with their tasks. A run is {@link #prepare()}, then the serial or a parallel
 * version, then {@link #answer()}.
 */
public interface Problem {

    /** Makes the input afresh; not timed. */
    default void prepare() {}

    /** Runs the plain Java version on the calling thread. */
    void serial();

    /**
     * The answer of the run just made, in words that are equal exactly when the answers are equal.
     *
     * <p>No program needs a tolerance: each parallel version does the floating-point operations of
     * the serial one in the same order.
     */
    String answer();

    /**
     * How often a parallel run calls {@code fork()}, known exactly.
     *
     * <p>Some programs divide by their data and know it only after {@link #serial()} has run once.
     */
    long forks();

    /** How many tasks a run hands to the pool from outside. */
    default long invocations() {
        return 1;
    }

    /** How many times a run brings all workers together before it goes on; 0 for most programs. */
    default long barriers() {
        return 0;
    }

    /** Whether a serial run means anything: false for what is only about the pool. */
    default boolean hasSerial() {
        return true;
    }

    /**
     * The time to report for the run just made, in nanoseconds.
     *
     * @param elapsed what the run took from start to end
     */
    default long nanos(long elapsed) {
        return elapsed;
    }
}
