package dev.cleave.cli;

import picocli.CommandLine.ExitCode;

/**
 * A command cannot do what it was asked to, for a reason the user can act on. The message states
 * the value that is wrong, what is right, and what to do next; it is shown without a stack trace.
 */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    /** Exit status 2: the command did nothing. */
    CommandFailure(String message) {
        this(message, ExitCode.USAGE);
    }

    CommandFailure(String message, int status) {
        super(message);
        this.status = status;
    }

    /** The exit status of the command. */
    int status() {
        return status;
    }
}
