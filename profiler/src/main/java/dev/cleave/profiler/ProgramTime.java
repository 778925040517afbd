package dev.cleave.profiler;

import java.io.IOException;

/**
 * How long a recorded program ran. A recording is longer: it begins while the virtual machine
 * starts, and ends when it has been written, which on a busy machine takes a second.
 */
public final class ProgramTime {
    private static final double NANOS = 1e9;

    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;

    private ProgramTime() {}

    /**
     * Reads a recording that began with its program. Blocks until it has been read.
     *
     * @param files the recording
     * @return seconds from just before the program's first instruction, when the recorder is ready,
     *     to its last; what the recording does not say is taken from its begin and its end
     * @throws IOException if a temporary copy of a damaged recording cannot be written
     */
    public static double seconds(RecordingFiles files) throws IOException {
        ProgramTime time = new ProgramTime();
        try {
            Events.read(
                    files,
                    event -> {
                        switch (event.getEventType().getName()) {
                            case "jdk.JVMInformation" ->
                                    time.begins(RecordingReader.nanos(event.getStartTime()));
                            case "jdk.Shutdown" ->
                                    time.ends(RecordingReader.nanos(event.getStartTime()));
                            default -> {
                                // says nothing about that
                            }
                        }
                    });
        } catch (Events.DamageException damaged) {
            // Its reader says so.
        }
        long begin = time.from == Long.MAX_VALUE ? files.began() : time.from;
        long end = time.to == Long.MIN_VALUE ? files.ended() : time.to;
        return (end - begin) / NANOS;
    }

    /** Said again at the beginning of each part of a recording. */
    private void begins(long moment) {
        from = Math.min(from, moment);
    }

    private void ends(long moment) {
        to = Math.max(to, moment);
    }
}
