package dev.cleave.stress;

/** What a task of the storm throws because its plan says so. */
public final class Injected extends RuntimeException {
    private static final long serialVersionUID = 1;

    Injected(String message) {
        super(message, null, false, false);
    }

    /**
     * The copy that a joiner in another thread gets.
     *
     * @param original what was thrown
     */
    public Injected(Throwable original) {
        super(original);
    }
}
