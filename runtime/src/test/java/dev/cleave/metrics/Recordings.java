package dev.cleave.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.function.Executable;

/** Records a program's events and reads them back. */
public final class Recordings {
    /** Every event, as docs/observability.md lists them. */
    public static final Set<String> ALL =
            new TreeSet<>(
                    List.of(
                            "dev.cleave.Answer",
                            "dev.cleave.Barrier",
                            "dev.cleave.Deal",
                            "dev.cleave.Join",
                            "dev.cleave.Park",
                            "dev.cleave.PoolStatistics",
                            "dev.cleave.ProcessorsChanged",
                            "dev.cleave.Promotion",
                            "dev.cleave.Region",
                            "dev.cleave.Request",
                            "dev.cleave.Steal",
                            "dev.cleave.Task",
                            "dev.cleave.WorkerStatistics"));

    private Recordings() {}

    /** Records everything, however short, while the program runs; what one pool has told. */
    public static List<RecordedEvent> of(String pool, Executable program) throws Exception {
        try (Recording recording = new Recording()) {
            for (String event : ALL) {
                recording.enable(event).withThreshold(Duration.ZERO);
            }
            return of(pool, recording, program);
        }
    }

    /** Records with the settings given; what one pool has told. */
    static List<RecordedEvent> of(String pool, Recording recording, Executable program)
            throws Exception {
        recording.start();
        try {
            program.execute();
        } catch (Throwable failure) {
            throw new AssertionError("the recorded program failed", failure);
        }
        recording.stop();
        return read(recording).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.cleave."))
                .filter(event -> event.getString("pool").equals(pool))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
    }

    private static List<RecordedEvent> read(Recording recording) throws IOException {
        Path file = Files.createTempFile("cleave", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file);
        } finally {
            Files.delete(file);
        }
    }

    /** Those of one kind. */
    public static List<RecordedEvent> named(String name, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.cleave." + name))
                .toList();
    }

    /**
     * A class's name or a place. The recorder of JDK 17 may lose a string of 16 characters or more
     * that an earlier recording of the same process had, and gives null.
     */
    public static String text(String field, RecordedEvent event, String ifLost) {
        String text = event.getString(field);
        return text == null && Runtime.version().feature() < 21 ? ifLost : text;
    }

    /** The only one of its kind. */
    public static RecordedEvent only(String name, List<RecordedEvent> events) {
        List<RecordedEvent> found = named(name, events);
        if (found.size() != 1) {
            throw new AssertionError(name + ": one expected, but there are " + found);
        }
        return found.get(0);
    }
}
