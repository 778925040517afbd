package dev.cleave.benchmarks;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a suite leaves. */
public final class WrittenFile {
    private WrittenFile() {}

    /**
     * Writes a text and the end of its last line. Any thread.
     *
     * @throws FileSystemException if it cannot be written completely; it names the file, which what
     *     a full disk throws does not, and says what to do
     */
    public static void write(Path file, String text) throws FileSystemException {
        try {
            Files.writeString(file, text + System.lineSeparator());
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException failure) {
            FileSystemException named =
                    new FileSystemException(
                            file.toString(),
                            null,
                            failure.getMessage() + "; make room, or name another place");
            named.initCause(failure);
            throw named;
        }
    }
}
