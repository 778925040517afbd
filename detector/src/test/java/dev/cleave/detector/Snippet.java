package dev.cleave.detector;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.reports.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs the detector over sources given as text. */
public final class Snippet {
    private Snippet() {}

    /** What is found in a file of that content, in a folder of its own; all checks have to end. */
    public static Report check(Path folder, String source)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("Source.java"), source);
        Report report = new Detector(List.of()).check(List.of(folder));
        assertTrue(
                report.problems().stream().noneMatch(it -> it.message().contains("check failed")),
                () -> report.problems().toString());
        return report;
    }

    /** The findings as check and line. */
    public static List<String> found(Report report) {
        return report.findings().stream()
                .map(it -> it.check() + ":" + it.range().startLine())
                .toList();
    }

    /** The lines of the findings of one check. */
    public static List<String> found(Report report, String check) {
        return report.findings().stream()
                .filter(it -> it.check().equals(check))
                .map(it -> "" + it.range().startLine())
                .sorted()
                .toList();
    }
}
