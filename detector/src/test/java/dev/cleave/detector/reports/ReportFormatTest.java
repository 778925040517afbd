package dev.cleave.detector.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.cleave.detector.checks.Costs;
import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Evidence;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.findings.SourceRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFormatTest {
    private static final Finding FINDING =
            new Finding(
                    "FJ6",
                    "src/my file,1.java",
                    new SourceRange(2, 6, 2, 11),
                    "Sleeper sleeps 100% of the time",
                    Severity.HIGH,
                    Confidence.MEDIUM,
                    "It costs.",
                    "3 times as long.",
                    "Do not.",
                    "Sleeper",
                    List.of("Naps.nap, called at src/A.java:7"),
                    "0123456789abcdef");

    private static final Report REPORT =
            new Report(
                    List.of(FINDING),
                    List.of(FINDING),
                    List.of(new Problem("src/Broken.java", "cannot be parsed")),
                    3,
                    2,
                    Map.of(FINDING.file(), "class A {\n\tint sleep;\n}\n"),
                    new Evidence(
                            Map.of(FINDING.fingerprint(), "workers slept 3 times"),
                            List.of("At a.B.c, line 7, workers waited")));

    @Test
    void theTerminalShowsTheCode() {
        String text = ReportFormat.TERMINAL.render(REPORT);
        assertTrue(text.contains("src/my file,1.java:2:6: FJ6 high: Sleeper sleeps 100%"), text);
        assertTrue(text.contains("| \tint sleep;"), text);
        assertTrue(text.contains("| \t    ^^^^^"), text);
        assertTrue(text.contains("in Naps.nap, called at src/A.java:7"), text);
        assertTrue(text.contains("src/Broken.java: not checked: cannot be parsed"), text);
        assertTrue(
                text.endsWith("1 finding {FJ6=1}; 3 Java files, 2 parsed, 1 suppressed\n"), text);
    }

    /** In Egypt Java writes other digits, which no editor takes for the number of a line. */
    @Test
    void numbersAreWrittenTheSameWayEverywhere() {
        Locale here = Locale.getDefault(Locale.Category.FORMAT);
        for (ReportFormat format : ReportFormat.values()) {
            String expected = format.render(REPORT);
            Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
            try {
                assertEquals("\u0667", String.format("%d", 7), "other digits");
                assertEquals(expected, format.render(REPORT));
            } finally {
                Locale.setDefault(Locale.Category.FORMAT, here);
            }
        }
    }

    @Test
    void ofALongLineTheTerminalShowsAPart() {
        String head = "/*" + "h".repeat(3_000) + "*/";
        Finding finding =
                new Finding(
                        FINDING.check(),
                        FINDING.file(),
                        new SourceRange(1, head.length() + 1, 1, head.length() + 6),
                        FINDING.message(),
                        FINDING.severity(),
                        FINDING.confidence(),
                        FINDING.why(),
                        FINDING.cost(),
                        FINDING.remedy(),
                        FINDING.task(),
                        List.of(),
                        FINDING.fingerprint());
        String text =
                ReportFormat.TERMINAL.render(
                        new Report(
                                List.of(finding),
                                List.of(),
                                List.of(),
                                1,
                                1,
                                Map.of(FINDING.file(), head + "sleep" + "t".repeat(1_000_000)),
                                Evidence.NONE));
        List<String> lines = text.lines().toList();
        assertTrue(lines.get(1).contains("| ...hhh"), lines.get(1));
        assertTrue(lines.get(1).endsWith("ttt..."), lines.get(1));
        assertEquals(lines.get(1).indexOf("sleep"), lines.get(2).indexOf("^^^^^"), text);
        assertTrue(text.length() < 1_000, text);
    }

    @Test
    void thePageNeedsNothingElseAndEscapes() {
        Report report =
                new Report(
                        List.of(FINDING),
                        List.of(),
                        REPORT.problems(),
                        1,
                        1,
                        Map.of(FINDING.file(), "class A<T> {\n\tint sleep;\n}\n"),
                        REPORT.evidence());
        String page = ReportFormat.HTML.render(report);
        assertTrue(page.contains("class A&lt;T&gt; {"), page);
        assertTrue(page.contains("int <b>sleep</b>;"), page);
        assertTrue(page.contains("severity high"), page);
        assertTrue(page.contains("confidence medium"), page);
        assertTrue(page.contains("Recorded: workers slept 3 times"), page);
        assertTrue(page.contains("<li>At a.B.c, line 7"), page);
        assertTrue(page.contains("<li>src/Broken.java: cannot be parsed"), page);
        assertFalse(page.matches("(?s).*(<script|https?:|src=|href=).*"), page);
    }

    @Test
    void allFormatsSayWhatWasRecorded() throws IOException {
        for (ReportFormat format :
                List.of(ReportFormat.TERMINAL, ReportFormat.JSON, ReportFormat.SARIF)) {
            assertTrue(format.render(REPORT).contains("workers slept 3 times"), format.name());
        }
        assertTrue(ReportFormat.TERMINAL.render(REPORT).contains("recorded: At a.B.c, line 7"));
    }

    @Test
    void theCostIsSaidWhereItWasMeasured() {
        for (ReportFormat format :
                List.of(ReportFormat.TERMINAL, ReportFormat.JSON, ReportFormat.HTML)) {
            assertTrue(format.render(REPORT).contains("3 times as long."), format.name());
        }
        assertTrue(ReportFormat.SARIF.render(REPORT).contains(Costs.of("FJ6")), "in the rules");
    }

    @Test
    void githubGetsItsEscapes() {
        assertEquals(
                "::warning file=src/my file%2C1.java,line=2,endLine=2,col=6,endColumn=11,title=FJ6"
                        + "::Sleeper sleeps 100%25 of the time%0ADo not.\n"
                        + "::notice file=src/Broken.java,title=not checked::cannot be parsed\n",
                ReportFormat.GITHUB.render(REPORT));
    }

    @Test
    void jsonHasEverything() {
        JsonObject json =
                JsonParser.parseString(ReportFormat.JSON.render(REPORT)).getAsJsonObject();
        JsonObject finding = json.getAsJsonArray("findings").get(0).getAsJsonObject();
        assertEquals("FJ6", finding.get("check").getAsString());
        assertEquals(6, finding.getAsJsonObject("range").get("startColumn").getAsInt());
        assertEquals("HIGH", finding.get("severity").getAsString());
        assertEquals(1, json.getAsJsonArray("problems").size());
    }

    @Test
    void sarifIsValid() throws IOException {
        assertEquals(List.of(), violations(ReportFormat.SARIF.render(REPORT)));
    }

    @Test
    void theValidatorWouldNotice() throws IOException {
        String broken = ReportFormat.SARIF.render(REPORT).replace("\"ruleId\"", "\"rule\"");
        assertFalse(violations(broken).isEmpty());
    }

    @Test
    void sarifSaysWhatIsSuppressedAndWhatWasNotChecked() {
        JsonObject run =
                JsonParser.parseString(ReportFormat.SARIF.render(REPORT))
                        .getAsJsonObject()
                        .getAsJsonArray("runs")
                        .get(0)
                        .getAsJsonObject();
        assertEquals(2, run.getAsJsonArray("results").size());
        JsonObject suppressed = run.getAsJsonArray("results").get(1).getAsJsonObject();
        assertEquals(1, suppressed.getAsJsonArray("suppressions").size());
        assertEquals(
                1,
                run.getAsJsonArray("invocations")
                        .get(0)
                        .getAsJsonObject()
                        .getAsJsonArray("toolExecutionNotifications")
                        .size());
        assertEquals("./a:b.java", SarifReport.uri("a:b.java"));
        assertEquals("src/my%20file.java", SarifReport.uri("src/my file.java"));
    }

    private static List<String> violations(String sarif) throws IOException {
        try (InputStream schema =
                ReportFormatTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            JsonSchema validator =
                    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema);
            return validator.validate(sarif, InputFormat.JSON).stream()
                    .map(Object::toString)
                    .toList();
        }
    }

    @Test
    void aBaselineHidesWhatIsKnown(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("known.json");
        Files.writeString(file, ReportFormat.JSON.render(REPORT));
        assertEquals(List.of(), Baseline.read(file).apply(REPORT).findings());
        Files.writeString(file, ReportFormat.JSON.render(REPORT.withFindings(List.of())));
        assertEquals(List.of(FINDING), Baseline.read(file).apply(REPORT).findings());
    }

    @Test
    void aBaselineOfAnotherKindIsRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("known.json");
        for (String text : List.of("", "[]", "{}", "{\"findings\": [3]}", "not json")) {
            Files.writeString(file, text);
            IOException refusal = assertThrows(IOException.class, () -> Baseline.read(file));
            assertTrue(refusal.getMessage().contains("--format json"), refusal.getMessage());
        }
        Files.write(file, new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE});
        for (Path other : List.of(file, folder)) {
            IOException refusal = assertThrows(IOException.class, () -> Baseline.read(other));
            assertTrue(
                    refusal.getMessage().startsWith(other + " is not a report in JSON"),
                    refusal.getMessage());
        }
    }
}
