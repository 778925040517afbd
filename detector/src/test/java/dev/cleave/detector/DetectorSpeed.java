package dev.cleave.detector;

import dev.cleave.detector.reports.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * How fast sources are checked, again and again in one virtual machine. Run by hand: {@code
 * DetectorSpeed 5 src/main/java}; it prints a line for each round, the first of them cold.
 */
final class DetectorSpeed {
    private DetectorSpeed() {}

    /** Arguments: how many rounds, then files and folders. */
    public static void main(String[] arguments) throws Exception {
        List<Path> paths = Arrays.stream(arguments).skip(1).map(Path::of).toList();
        long lines = 0;
        for (Path path : paths) {
            lines += lines(path);
        }
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
            long start = System.nanoTime();
            Report report = new Detector(List.of()).check(paths);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "%d files, %d lines, %d parsed, %d not parsed, %d findings: %.2f s, %.0f"
                            + " lines/s%n",
                    report.files(),
                    lines,
                    report.parsed(),
                    report.problems().size(),
                    report.findings().size(),
                    seconds,
                    lines / seconds);
        }
    }

    private static long lines(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            long lines = 0;
            for (Path file : all.filter(it -> it.toString().endsWith(".java")).toList()) {
                lines +=
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                                .lines()
                                .count();
            }
            return lines;
        }
    }
}
