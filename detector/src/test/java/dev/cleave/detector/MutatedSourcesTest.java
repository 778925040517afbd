package dev.cleave.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.reports.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken sources: lines lost, doubled, swapped and cut. Every file is parsed or reported. */
class MutatedSourcesTest {
    private static final int MUTANTS_A_FILE = 3;

    @TempDir Path folder;

    @Test
    void everyFileIsParsedOrReportedAndNoCheckFails() throws Exception {
        Random random = new Random(20261122);
        int count = 0;
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources/corpus"))) {
            for (Path file :
                    files.filter(it -> it.toString().endsWith(".java")).sorted().toList()) {
                for (int mutant = 0; mutant < MUTANTS_A_FILE; mutant++) {
                    write(file, count++, random);
                }
            }
        }
        Report report = new Detector(List.of()).check(List.of(folder));
        assertEquals(count, report.files());
        assertEquals(count, report.parsed() + report.problems().size());
        assertTrue(
                report.problems().stream().noneMatch(it -> it.message().contains("check failed")),
                report.problems().toString());
        assertTrue(report.parsed() > 0 && !report.findings().isEmpty(), "nothing was parsed");
    }

    /** Each mutant has a package of its own, or the compiler would see classes twice. */
    private void write(Path file, int number, Random random) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(line.replaceFirst("^package ", "package m" + number + "."));
        }
        for (int change = 0; change < 3; change++) {
            int at = 20 + random.nextInt(lines.size() - 20);
            switch (random.nextInt(4)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, lines.get(at));
                case 2 -> Collections.swap(lines, at, 20 + random.nextInt(lines.size() - 20));
                default -> {
                    String line = lines.get(at);
                    lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
                }
            }
        }
        Path target = Files.createDirectories(folder.resolve("m" + number));
        Files.write(target.resolve(file.getFileName()), lines);
    }
}
