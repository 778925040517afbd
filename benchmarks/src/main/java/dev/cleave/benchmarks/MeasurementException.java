package dev.cleave.benchmarks;

/** One measurement has failed: what it was doing, and how it ended. */
public final class MeasurementException extends Exception {
    private static final long serialVersionUID = 1;

    /** What it was doing, and how it ended. */
    public MeasurementException(String message) {
        super(message);
    }
}
