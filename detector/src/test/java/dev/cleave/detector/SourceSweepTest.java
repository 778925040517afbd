package dev.cleave.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Whatever is in the folders, every file is accounted for and no check fails: a small sweep, and,
 * by hand, one over any folders and archives: {@code ./cleave test -pl detector
 * -Dtest=SourceSweepTest -Dcleave.sweep=src.zip:guava-sources.jar}.
 */
class SourceSweepTest {
    @Test
    void everyFileIsParsedOrReportedWhateverIsInIt() throws Exception {
        SourceSweep sweep = new SourceSweep(3);
        sweep.run(Path.of("src/test/resources/corpus"), 100);
        assertTrue(sweep.files() > 20, "only " + sweep.files() + " files");
        assertEquals(sweep.files(), sweep.parsed() + sweep.refused());
        assertEquals(List.of(), sweep.failures());
        assertTrue(sweep.findings() > 100, "only " + sweep.findings() + " findings");
        assertTrue(
                sweep.summary().toLowerCase(Locale.ROOT).contains("0 failures"), sweep.summary());
    }

    @Test
    @EnabledIfSystemProperty(
            named = "cleave.sweep",
            matches = ".+",
            disabledReason = "takes hours; name folders and archives with -Dcleave.sweep=A:B")
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void theSourcesThatAreNamed() throws Exception {
        List<String> failures = new ArrayList<>();
        for (String named : System.getProperty("cleave.sweep").split(File.pathSeparator)) {
            SourceSweep sweep = new SourceSweep(10);
            sweep.run(Path.of(named), 400);
            System.out.printf("%s: %s%n", Path.of(named).getFileName(), sweep.summary());
            failures.addAll(sweep.failures());
        }
        assertEquals(List.of(), failures);
    }
}
