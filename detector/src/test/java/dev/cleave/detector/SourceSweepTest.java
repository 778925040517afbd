package dev.cleave.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Whatever is in the folders, every file is accounted for and no check fails: a small sweep, and,
 * with {@code -Pjars}, one over the JDK's sources and those that {@code detector/jars} fetches.
 */
class SourceSweepTest {
    private static final String LONG = "cleave.sweep";

    @Test
    void everyFileIsParsedOrReportedWhateverIsInIt() throws Exception {
        SourceSweep sweep = new SourceSweep(100, 3);
        sweep.run("src/test/resources/corpus");
        assertTrue(sweep.files() > 20, "only " + sweep.files() + " files");
        assertEquals(sweep.files(), sweep.parsed() + sweep.refused());
        assertEquals(List.of(), sweep.failures());
        assertTrue(sweep.findings() > 100, "only " + sweep.findings() + " findings");
        assertTrue(
                sweep.findingsInAll() > sweep.findings(),
                sweep.findingsInAll() + " in all methods");
        assertTrue(
                sweep.summary().toLowerCase(Locale.ROOT).contains("failures 0"), sweep.summary());
    }

    /** Each archive or folder that is named, or that is in a folder of archives. */
    @Test
    @EnabledIfSystemProperty(named = LONG, matches = ".+")
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void theSourcesThatAreNamed() throws Exception {
        List<String> report = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (String named : System.getProperty(LONG).split(File.pathSeparator)) {
            for (String sources : archives(named)) {
                SourceSweep sweep = new SourceSweep(400, 10);
                sweep.run(sources);
                String name = sources.substring(sources.lastIndexOf(File.separator) + 1);
                report.add(String.format("%-45s %s", name, sweep.summary()));
                failures.addAll(sweep.failures());
                write(report, failures); // how far it is
            }
        }
        assertEquals(List.of(), failures);
    }

    private static List<String> archives(String named) throws IOException {
        Path path = Path.of(named.split("!", 2)[0]);
        assertTrue(Files.exists(path), path + " is not there; name others with -D" + LONG);
        if (!Files.isDirectory(path)) {
            return List.of(named);
        }
        try (Stream<Path> all = Files.list(Path.of(named))) {
            List<String> jars =
                    all.map(Path::toString).filter(it -> it.endsWith(".jar")).sorted().toList();
            return jars.isEmpty() ? List.of(named) : jars;
        }
    }

    private static void write(List<String> report, List<String> failures) throws IOException {
        List<String> all = new ArrayList<>();
        all.add(System.getProperty("java.runtime.version"));
        all.addAll(report);
        all.addAll(failures);
        Files.write(Path.of("target", "sweep.txt"), all);
    }
}
