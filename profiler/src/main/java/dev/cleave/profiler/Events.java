package dev.cleave.profiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The events of a recording, one after the other, up to the first damage. */
final class Events {
    /** Takes an event, and has read its fields when it returns. */
    interface Consumer {
        void accept(RecordedEvent event) throws IOException;
    }

    /** A damaged recording; the events before the damage have been accepted. */
    static final class DamageException extends IOException {
        private static final long serialVersionUID = 1L;

        DamageException(String name, long events, Throwable cause) {
            super(
                    String.format(
                            Locale.ROOT,
                            "%s is damaged after %,d events, and was read up to there",
                            name,
                            events),
                    cause);
        }
    }

    private Events() {}

    /**
     * Reads a recording. Blocks until it has been read.
     *
     * @param files the recording
     * @param consumer takes the events, on this thread
     * @throws DamageException if the recording is damaged
     * @throws IOException if the consumer throws it, or a temporary copy cannot be written
     */
    static void read(RecordingFiles files, Consumer consumer) throws IOException {
        Path readable = files.readable();
        long events = 0;
        try (RecordingFile recording = new RecordingFile(readable)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                try {
                    consumer.accept(event);
                } catch (IOException consumers) {
                    throw new UncheckedIOException(consumers);
                }
                events++;
            }
        } catch (UncheckedIOException consumers) {
            throw consumers.getCause();
        } catch (IOException | RuntimeException | Error damaged) {
            // The JDK's parser believes what it reads, and so may end in anything: InternalError
            // and AssertionError where "this cannot be", OutOfMemoryError for an array as long as a
            // broken length says, StackOverflowError for constants or types that contain
            // themselves. Nothing of it outlives this call, so all of them mean the same. It reads
            // some fields only when they are asked for, hence the consumer is within.
            throw new DamageException(files.name(), events, damaged);
        }
    }
}
