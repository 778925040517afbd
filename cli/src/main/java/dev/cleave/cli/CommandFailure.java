package dev.cleave.cli;

import dev.cleave.profiler.FileFailures;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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

    /** Of a path that is not there. */
    static CommandFailure missing(Object path) {
        return new CommandFailure(
                String.format(
                        "%s does not exist (looked in %s); check the path",
                        path, Path.of("").toAbsolutePath()));
    }

    /**
     * Refuses what cannot be read.
     *
     * @throws CommandFailure if there is no such file or folder, or it is not for this user
     */
    static void requireReadable(Path path) {
        if (!Files.exists(path)) {
            throw missing(path);
        }
        if (!Files.isReadable(path)) {
            throw of(new AccessDeniedException(path.toString()));
        }
    }

    /**
     * Refuses what cannot be read, and what is neither a folder nor a file: a jar is not read from
     * its begin to its end, and opening a pipe waits for who writes into it.
     *
     * @throws CommandFailure if there is no such file or folder
     */
    static void requireFolderOrFile(Path path) {
        requireReadable(path);
        if (!Files.isDirectory(path) && !Files.isRegularFile(path)) {
            throw new CommandFailure(
                    path + " is a pipe or a device; write what it gives to a file first");
        }
    }

    /** Of files that cannot be read or written. */
    static CommandFailure of(IOException failure) {
        if (failure instanceof NoSuchFileException missing) {
            return missing(missing.getMessage());
        }
        return new CommandFailure(FileFailures.text(failure));
    }

    /** The exit status of the command. */
    int status() {
        return status;
    }
}
