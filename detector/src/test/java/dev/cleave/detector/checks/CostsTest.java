package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CostsTest {
    static String[] ids() {
        return Checks.all().stream().map(Check::id).toArray(String[]::new);
    }

    @ParameterizedTest
    @MethodSource("ids")
    void whatAReportSaysOfTheCostThePageSaysToo(String id) throws IOException {
        String page = Files.readString(Path.of("../docs/checks", id + ".md"));
        String cost = Costs.of(id);
        assertTrue(cost != null && cost.endsWith("."), id + ": " + cost);
        assertTrue(
                page.replaceAll("\\s+", " ").contains("**What it costs here.** " + cost),
                () -> "docs/checks/" + id + ".md should begin its costs with: " + cost);
    }
}
