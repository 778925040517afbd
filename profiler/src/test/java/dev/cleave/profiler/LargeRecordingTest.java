package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording is read event by event: one that is larger than the heap is a recording like any. */
class LargeRecordingTest {
    private static final int HEAP = 32 << 20;
    private static final int STEALS = 100_000;

    @TempDir private Path folder;

    /** Says how many steals there are in a recording. */
    static final class Reads {
        private Reads() {}

        public static void main(String[] args) throws Exception {
            try (RecordingFiles files = RecordingFiles.ofFile(Path.of(args[0]))) {
                Profile profile = RecordingReader.read(files);
                HtmlReport.of(profile);
                long steals = profile.pools().get(0).stolen().get(0).count();
                // How long the tests had run before depends on the machine.
                List<String> missing =
                        profile.missing().stream()
                                .filter(it -> !it.startsWith("the program had run for"))
                                .toList();
                System.out.println(steals + " " + missing);
            }
        }
    }

    @Test
    void oneOfTwiceTheHeapIsReadWhole() throws Exception {
        Path part =
                FakeEvents.record(
                        folder.resolve("part.jfr"),
                        () -> {
                            FakeEvents.twoWorkers("some");
                            for (int i = 1; i < STEALS; i++) {
                                FakeEvents.steal("some", 1, 0, "Some.task:7");
                            }
                        });
        Path large = folder.resolve("large.jfr");
        long parts = 0;
        try (OutputStream out = Files.newOutputStream(large)) {
            for (; parts * Files.size(part) < 2L * HEAP; parts++) {
                Files.copy(part, out);
            }
        }
        assertEquals(parts * STEALS + " []", readBy("-Xmx" + HEAP, large));
    }

    private String readBy(String heap, Path recording) throws Exception {
        Path out = folder.resolve("out");
        Process process =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        heap,
                                        "-XX:+UseSerialGC",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        Reads.class.getName(),
                                        recording.toString()))
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertTrue(process.waitFor(110, TimeUnit.SECONDS), "it does not end");
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(out).strip();
    }
}
