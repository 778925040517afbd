package dev.cleave.benchmarks.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.ParseException;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** What {@code -XX:StartFlightRecording} would record, from the first pool to the end. */
final class DefaultRecording {
    private static Recording recording;

    private DefaultRecording() {}

    static synchronized void start() {
        if (recording == null) {
            try {
                recording = new Recording(Configuration.getConfiguration("default"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (ParseException e) {
                throw new IllegalStateException("the JDK's default.jfc cannot be read", e);
            }
            recording.start();
        }
    }
}
