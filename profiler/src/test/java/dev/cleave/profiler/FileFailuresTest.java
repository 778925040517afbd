package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FileFailuresTest {
    @Test
    void whatOnlyNamesAFileGetsAReason() {
        said("a/b cannot be read or written: permission denied", new AccessDeniedException("a/b"));
        said(
                "a/b cannot be read or written: there is no such file or folder",
                new NoSuchFileException("a/b"));
        said(
                "a/b cannot be read or written: there is something else of that name",
                new FileAlreadyExistsException("a/b"));
        said("a/b cannot be read or written: it is no folder", new NotDirectoryException("a/b"));
        said(
                "a/b cannot be read or written: it is a folder with something in it",
                new DirectoryNotEmptyException("a/b"));
    }

    @Test
    void aReasonThatIsGivenStays() {
        said(
                "a cannot be read or written: Read-only file system",
                new FileSystemException("a", null, "Read-only file system"));
        said("No space left on device", new IOException("No space left on device"));
        said("java.io.IOException", new IOException());
    }

    private static void said(String text, IOException failure) {
        assertEquals(text, FileFailures.text(failure));
    }
}
