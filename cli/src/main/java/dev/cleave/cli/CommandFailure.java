package dev.cleave.cli;

/**
 * A command cannot do what it was asked to, for a reason the user can act on. The message states
 * the value that is wrong, what is right, and what to do next; it is shown without a stack trace.
 */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    CommandFailure(String message) {
        super(message);
    }
}
