package dev.cleave.benchmarks;

/** One measurement has failed: what it was doing, and how it ended. */
final class MeasurementException extends Exception {
    private static final long serialVersionUID = 1;

    MeasurementException(String message) {
        super(message);
    }
}
