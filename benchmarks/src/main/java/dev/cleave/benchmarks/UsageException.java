package dev.cleave.benchmarks;

/**
 * Something cannot be measured as asked. The message states the value that is wrong, what is right,
 * and the choices there are.
 */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Of something that was asked for. */
    public UsageException(String message) {
        super(message);
    }
}
