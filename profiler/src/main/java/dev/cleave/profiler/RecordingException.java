package dev.cleave.profiler;

import java.io.IOException;

/**
 * Nothing can be told from a recording. The message names the file, says why, and what to do next.
 */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1;

    RecordingException(String message) {
        super(message);
    }
}
