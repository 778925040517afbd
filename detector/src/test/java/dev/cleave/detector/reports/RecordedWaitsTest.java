package dev.cleave.detector.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.Detector;
import dev.cleave.detector.Snippet;
import dev.cleave.detector.findings.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording of {@link SleepyProgram}, joined with what is found in its source. */
class RecordedWaitsTest {
    private static final Path SOURCE =
            Path.of("src/test/java/dev/cleave/detector/reports/SleepyProgram.java");

    @TempDir Path folder;

    static void pause() {
        LockSupport.parkNanos(2_000_000);
    }

    private Path record() throws IOException {
        Path file = folder.resolve("sleepy.jfr");
        ForkJoinPool pool = new ForkJoinPool(2);
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep").withStackTrace().withThreshold(Duration.ZERO);
            recording.enable("jdk.ThreadPark").withStackTrace().withThreshold(Duration.ZERO);
            recording.start();
            pool.invoke(new SleepyProgram(3));
            recording.stop();
            recording.dump(file);
        } finally {
            pool.shutdown();
        }
        return file;
    }

    @Test
    void sleepIsSeenWhereItWasFoundAndParkingWhereNothingWas() throws Exception {
        Report report = new Detector(List.of()).check(List.of(SOURCE)).joinedWith(record());
        Finding sleep =
                report.findings().stream()
                        .filter(it -> it.check().equals("FJ6"))
                        .findFirst()
                        .orElseThrow();
        String seen = report.evidence().of(sleep);
        assertTrue(seen.startsWith("workers slept 3 times, 0."), seen);
        assertEquals(1, report.evidence().byFinding().size(), report.evidence().toString());
        assertTrue(
                report.evidence().remarks().stream()
                        .anyMatch(it -> it.contains("RecordedWaitsTest.pause, line")),
                report.evidence().toString());
    }

    @Test
    void anotherProgramsRecordingSaysNothing() throws Exception {
        Report report = Snippet.check(folder, Files.readString(SOURCE).replace("Sleepy", "Other"));
        assertEquals(1, report.findings().size());
        assertEquals(0, report.joinedWith(record()).evidence().byFinding().size());
    }

    @Test
    void unequalSharesAreImbalance() {
        List<String> remarks = new ArrayList<>();
        RecordedWaits.addImbalance("pool", Map.of("w1", 90, "w2", 10), remarks);
        RecordedWaits.addImbalance("even", Map.of("w1", 50, "w2", 50), remarks);
        RecordedWaits.addImbalance("short", Map.of("w1", 9, "w2", 1), remarks);
        assertEquals(
                List.of(
                        "Imbalance in pool: of 100 samples in 2 workers, the busiest has 90, 1.8"
                                + " times the mean"),
                remarks);
    }

    @Test
    void whatIsNoRecordingIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("notes.txt"), "no recording");
        Report report = new Detector(List.of()).check(List.of(SOURCE));
        String message =
                assertThrows(IOException.class, () -> report.joinedWith(text)).getMessage();
        assertTrue(message.contains("notes.txt cannot be read as a flight recording"), message);
        assertTrue(message.contains("-XX:StartFlightRecording"), message);
    }
}
