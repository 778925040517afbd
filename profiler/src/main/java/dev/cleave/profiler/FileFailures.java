package dev.cleave.profiler;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file could not be read or written, in words: many an exception names only the file. */
public final class FileFailures {
    private FileFailures() {}

    /**
     * The file, if the exception knows it, and the reason.
     *
     * @param failure what has happened
     * @return a sentence without its full stop
     */
    public static String text(IOException failure) {
        return failure instanceof FileSystemException named && named.getFile() != null
                ? named.getFile() + " cannot be read or written: " + reason(failure)
                : reason(failure);
    }

    /**
     * The reason, for a sentence that names the file.
     *
     * @param failure what has happened
     * @return a few words
     */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "there is something else of that name";
        }
        if (failure instanceof NotDirectoryException) {
            return "it is no folder";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return "it is a folder with something in it";
        }
        if (failure instanceof FileSystemException named && named.getReason() != null) {
            return named.getReason();
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
