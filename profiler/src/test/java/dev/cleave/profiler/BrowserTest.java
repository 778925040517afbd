package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report in a real browser, where there is one: nothing empty, cut off or on top of another.
 */
class BrowserTest {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    private static final int WIDE = 1200;
    private static final int NARROW = 600;

    private static Path browser;

    @TempDir private Path folder;

    @BeforeAll
    static void find() {
        browser =
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .flatMap(place -> NAMES.stream().map(name -> Path.of(place, name)))
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElse(null);
        assumeTrue(
                browser != null,
                () -> "none of " + NAMES + " on PATH: the report is not looked at");
    }

    @Test
    void theReportIsWholeInLightAndDark() throws Exception {
        JsonObject light = look(HtmlReport.of(Profiles.usual()), WIDE, false);
        assertWell(light, 5);
        JsonObject dark = look(HtmlReport.of(Profiles.usual()), WIDE, true);
        assertWell(dark, 5);
        assertNotEquals(light.get("background"), dark.get("background"));
    }

    @Test
    void itIsWholeOnANarrowScreen() throws Exception {
        Speedup curve = Profiles.speedup("Sort.merge(Sort.java:41)").with(1, 9).with(2, 5);
        assertWell(looked(curve, NARROW), 6);
    }

    @Test
    void manyWorkersHaveRoom() throws Exception {
        Profile many = Profiles.profile(List.of(Profiles.pool("many", 128)), List.of());
        assertWell(look(HtmlReport.of(many), WIDE, false), 5);
    }

    @Test
    void theCurveHasItsMeasuredPoints() throws Exception {
        Speedup curve = Profiles.speedup("Sort.merge(Sort.java:41)");
        int without = shapes(looked(curve, WIDE), "speedup");
        for (int workers : new int[] {1, 2, 4, 64}) {
            // Within the scale of the curve, so that nothing but the points is new.
            curve = curve.with(workers, 2 + 10.0 / workers);
        }
        JsonObject seen = looked(curve, WIDE);
        assertWell(seen, 6);
        assertEquals(without + 4, shapes(seen, "speedup"), seen.toString());
    }

    @Test
    void aProgramThatGetsSlowerIsOnTheChart() throws Exception {
        Speedup curve =
                Profiles.speedup("Sort.merge(Sort.java:41)")
                        .with(1, 10)
                        .with(2, 32)
                        .with(3, 50)
                        .with(2000, 9);
        assertWell(looked(curve, WIDE), 6);
    }

    private JsonObject looked(Speedup curve, int width) throws Exception {
        return look(HtmlReport.of(Profiles.usual().with(curve)), width, false);
    }

    private static int shapes(JsonObject seen, String kind) {
        return charts(seen)
                .filter(chart -> chart.get("kind").getAsString().equals(kind))
                .mapToInt(chart -> chart.get("shapes").getAsInt())
                .sum();
    }

    @Test
    void hostileNamesDoNothing() throws Exception {
        assertWell(look(HtmlReport.of(Profiles.hostile()), WIDE, false), 6);
    }

    @Test
    void aBrokenReportWouldBeNoticed() throws Exception {
        String report = HtmlReport.of(Profiles.usual());
        JsonObject broken =
                look(report.replace("renderer: 'svg'", "renderer: 'none'"), WIDE, false);
        assertTrue(
                broken.getAsJsonArray("errors").size() > 0 || leastShapes(broken) == 0,
                broken.toString());
        JsonObject crowded = look(report.replace("fontSize: 12", "fontSize: 60"), WIDE, false);
        assertTrue(
                Stream.of("overlaps", "cut").anyMatch(flaw -> flaws(crowded, flaw) > 0),
                crowded.toString());
        JsonObject deaf = look(report.replace("ArrowRight: 1", "ArrowRight: 0"), WIDE, false);
        assertEquals(5, deaf.getAsJsonArray("silent").size(), deaf.toString());
    }

    private static void assertWell(JsonObject seen, int charts) {
        assertEquals(0, seen.getAsJsonArray("errors").size(), seen.toString());
        assertEquals(charts, seen.getAsJsonArray("charts").size(), seen.toString());
        assertTrue(leastShapes(seen) > 5, seen.toString());
        assertEquals(0, flaws(seen, "overlaps"), seen.toString());
        assertEquals(0, flaws(seen, "cut"), seen.toString());
        assertEquals(0, seen.get("tooWide").getAsInt(), seen.toString());
        assertEquals(0, seen.getAsJsonArray("silent").size(), seen.toString());
    }

    private static int leastShapes(JsonObject seen) {
        return charts(seen).mapToInt(chart -> chart.get("shapes").getAsInt()).min().orElse(0);
    }

    private static int flaws(JsonObject seen, String kind) {
        return charts(seen).mapToInt(chart -> chart.getAsJsonArray(kind).size()).sum();
    }

    private static Stream<JsonObject> charts(JsonObject seen) {
        return seen.getAsJsonArray("charts").asList().stream().map(JsonElement::getAsJsonObject);
    }

    /** Opens a report and lets a script in it say what is to be seen. */
    private JsonObject look(String report, int width, boolean dark) throws Exception {
        String listening =
                "<script>window.errors = [];"
                        + "addEventListener('error', (e) => errors.push(e.message));"
                        + "addEventListener('securitypolicyviolation', (e) =>"
                        + " errors.push(e.violatedDirective));</script>";
        int start = report.indexOf("<head>") + "<head>".length();
        int end = report.lastIndexOf("</body>");
        String page =
                report.substring(0, start)
                        + listening
                        + report.substring(start, end)
                        + "<script>"
                        + checks()
                        + "</script>"
                        + report.substring(end);
        Path file = Files.writeString(folder.resolve("report.html"), page);
        Path seen = folder.resolve("seen.html");
        List<String> command =
                List.of(
                        browser.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--user-data-dir=" + folder.resolve("browser"),
                        "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
                        "--window-size=" + width + ",900",
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        file.toUri().toString());
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(seen.toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        try {
            assertTrue(process.waitFor(100, TimeUnit.SECONDS), "the browser does not end");
        } finally {
            process.destroyForcibly();
        }
        String checks = Jsoup.parse(seen.toFile(), "UTF-8").select("#checks").text();
        assertTrue(!checks.isEmpty(), () -> "nothing seen: " + said());
        return JsonParser.parseString(checks).getAsJsonObject();
    }

    private String said() {
        try (Stream<String> lines = Files.lines(folder.resolve("err"))) {
            return lines.limit(20).collect(Collectors.joining("\n"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private static String checks() throws IOException {
        try (InputStream in = BrowserTest.class.getResourceAsStream("checks.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
