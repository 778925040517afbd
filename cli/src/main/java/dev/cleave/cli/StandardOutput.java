package dev.cleave.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where commands print: in UTF-8 whatever the locale, as patches and reports are for other programs
 * to read. Not for concurrent use.
 */
final class StandardOutput extends PrintWriter {
    private final Recording recording;

    private StandardOutput(Recording recording) {
        super(new OutputStreamWriter(recording, StandardCharsets.UTF_8), true);
        this.recording = recording;
    }

    static StandardOutput open() {
        return new StandardOutput(new Recording());
    }

    /** Why not all of what was printed could be written; null if it could. */
    IOException failure() {
        flush();
        return recording.failure;
    }

    /** Remembers what a {@link PrintWriter} only knows to have happened. */
    private static final class Recording extends OutputStream {
        private final OutputStream to = new FileOutputStream(FileDescriptor.out);
        private IOException failure;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                to.write(bytes, from, length);
            } catch (IOException full) {
                failure = full;
                throw full;
            }
        }
    }
}
