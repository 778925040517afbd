package dev.cleave.profiler;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a command leaves. If it cannot be written, the exception always says which it is; of
 * a disk that is full, also what to do.
 */
public final class WrittenFile {
    private WrittenFile() {}

    /** What goes into a file. */
    public interface Content {
        /**
         * Writes it.
         *
         * @param writer which is closed afterwards
         * @throws IOException if it cannot be written
         */
        void writeTo(Writer writer) throws IOException;
    }

    /**
     * Writes a file in UTF-8.
     *
     * @param file which is replaced
     * @param content what goes into it
     * @throws FileSystemException if it cannot be written completely
     */
    public static void write(Path file, Content content) throws FileSystemException {
        // Not Files.newBufferedWriter, which fails where a name has half a surrogate pair.
        try (Writer writer =
                new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(file), UTF_8))) {
            content.writeTo(writer);
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException unnamed) {
            FileSystemException named =
                    new FileSystemException(
                            file.toString(),
                            null,
                            FileFailures.reason(unnamed) + "; make room, or name another place");
            named.initCause(unnamed);
            throw named;
        }
    }

    /**
     * Writes a text in UTF-8.
     *
     * @param file which is replaced
     * @param text what goes into it
     * @throws FileSystemException if it cannot be written completely
     */
    public static void write(Path file, String text) throws FileSystemException {
        write(file, writer -> writer.write(text));
    }
}
