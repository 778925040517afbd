package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same numbers in four forms, none of which a program's names can break. */
class ReportsTest {
    @TempDir private Path folder;

    @Test
    void jsonHasEachNumberByItsName() {
        JsonObject json = JsonParser.parseString(JsonReport.of(Profiles.usual())).getAsJsonObject();
        assertEquals("cleave-profile", json.get("format").getAsString());
        assertEquals(JsonReport.VERSION, json.get("version").getAsInt());
        JsonObject pool = json.getAsJsonArray("pools").get(0).getAsJsonObject();
        assertEquals("Sort", pool.get("name").getAsString());
        JsonObject losses = pool.getAsJsonObject("losses");
        assertEquals(20, losses.get("capacity").getAsDouble(), 1e-6);
        assertEquals(
                20,
                Set.of("used", "imbalance", "scheduling", "serialisation").stream()
                        .mapToDouble(part -> losses.get(part).getAsDouble())
                        .sum(),
                1e-5);
    }

    @Test
    void everyFieldOfTheJsonIsDocumented() throws IOException {
        String documentation =
                Files.readString(Path.of(System.getProperty("cleave.root"), "docs/profiling.md"));
        Set<String> names = new TreeSet<>();
        Profile profile = Profiles.usual().with(Profiles.speedup("line").with(2, 5));
        fields(JsonParser.parseString(JsonReport.of(profile)), names);
        assertTrue(names.contains("serialStretches"), names.toString());
        names.removeIf(name -> documentation.contains("`" + name + "`"));
        assertEquals(Set.of(), names);
    }

    @Test
    void everyKindOfAdviceIsDocumented() throws IOException {
        Path root = Path.of(System.getProperty("cleave.root"));
        String documentation = Files.readString(root.resolve("docs/profiling.md"));
        for (String id :
                List.of(
                        "barriers",
                        "blocked",
                        "collections",
                        "few-tasks",
                        "fewer-processors",
                        "good",
                        "many-forks",
                        "monitor",
                        "more-workers",
                        "others",
                        "outside",
                        "seeking",
                        "serial",
                        "short",
                        "stuck",
                        "throttled",
                        "tiny-tasks",
                        "uneven-regions",
                        "uneven-tasks")) {
            assertTrue(documentation.contains("`" + id + "`"), id);
        }
    }

    private static void fields(JsonElement json, Set<String> names) {
        if (json.isJsonObject()) {
            names.addAll(json.getAsJsonObject().keySet());
            json.getAsJsonObject().asMap().values().forEach(value -> fields(value, names));
        } else if (json.isJsonArray()) {
            json.getAsJsonArray().forEach(value -> fields(value, names));
        }
    }

    @Test
    void theReportNeedsNothingElse() {
        Document report = Jsoup.parse(HtmlReport.of(Profiles.usual()));
        assertEquals("en", report.child(0).attr("lang"));
        assertTrue(
                report.selectFirst("meta[http-equiv=Content-Security-Policy]")
                        .attr("content")
                        .startsWith("default-src 'none'"));
        assertEquals(0, report.select("[src], [href], link, iframe, object, embed").size());
        assertFalse(report.selectFirst("style").data().contains("url("));
        assertEquals(3, report.select("script").size());
        assertTrue(report.select("script").get(1).data().contains("Apache License"));
    }

    @Test
    void everyChartHasALabelAndItsNumbersInATable() {
        Document report = Jsoup.parse(HtmlReport.of(Profiles.usual()));
        assertEquals(
                List.of("losses", "processors", "workers", "steals", "timeline"),
                report.select(".chart").eachAttr("data-chart"));
        for (Element chart : report.select(".chart")) {
            assertFalse(chart.attr("aria-label").isEmpty());
            assertEquals("0", chart.attr("tabindex"));
            if (!chart.attr("data-chart").equals("timeline")) {
                assertTrue(chart.parent().select("details table").size() >= 1, chart.toString());
            }
        }
        for (Element table : report.select("table")) {
            int columns = table.select("thead th[scope=col]").size();
            for (Element row : table.select("tbody tr")) {
                assertEquals(columns, row.childrenSize(), row.toString());
                assertEquals(1, row.select("th[scope=row]").size());
            }
        }
        assertEquals(
                List.of("0", "1", "2", "3"),
                report.select(".chart[data-chart=workers] ~ details tbody th").eachText());
    }

    @Test
    void theReportSaysWhatToDoFirst() {
        Document report = Jsoup.parse(HtmlReport.of(Profiles.usual()));
        String advice = report.select("main > section").first().text();
        assertTrue(advice.contains("Sort.java:41 (Sort.merge)"), advice);
        assertTrue(advice.contains("Sort.java:50 (Sort.wait)"), advice);
        assertEquals("the first second", report.select("#missing li").text());
    }

    @Test
    void namesAreTextAndNeverMarkup() {
        Profile hostile = Profiles.hostile();
        Document report = Jsoup.parse(HtmlReport.of(hostile));
        assertEquals(3, report.select("script").size());
        assertEquals(0, report.select("img, [onerror]").size());
        assertTrue(report.select("article h2").text().contains("<img src=x onerror=alert(2)>"));
        assertEquals(-1, report.wholeText().indexOf('\u202e'), "turns the direction of the text");
        JsonObject data =
                JsonParser.parseString(report.getElementById("profile").data()).getAsJsonObject();
        assertEquals(
                hostile.pools().get(0).name(),
                data.getAsJsonArray("pools").get(0).getAsJsonObject().get("name").getAsString());
        for (String line : TerminalSummary.of(hostile, true, false)) {
            assertTrue(line.chars().noneMatch(Character::isISOControl), line);
            assertTrue(line.indexOf('\u2028') < 0 && line.indexOf('\u202e') < 0, line);
        }
    }

    @Test
    void theSummaryIsShortAndPlainWhereItMustBe() {
        Profile profile = Profiles.profile(List.of(Profiles.pool("Größe", 64)), List.of());
        List<String> plain = TerminalSummary.of(profile, false, false);
        assertTrue(plain.size() <= 20, plain.toString());
        assertTrue(
                String.join("", plain).chars().allMatch(c -> c >= ' ' && c <= '~'),
                plain.toString());
        List<String> shown = TerminalSummary.of(profile, true, true);
        assertTrue(shown.size() <= 20, shown.toString());
        assertTrue(shown.get(0).startsWith("Größe: LAZY, 64 workers"), shown.get(0));
        assertTrue(String.join("", shown).contains("█"));
        assertTrue(String.join("", shown).contains("\033[1m"));
        assertFalse(String.join("", TerminalSummary.of(profile, true, false)).contains("\033"));
        for (String line : plain) {
            assertTrue(line.length() <= 80, line);
        }
    }

    /** Those that Cleave's pools do not count, and those that are counted with the JDK's. */
    @Test
    void threadsThatAreNoWorkersHaveALine() {
        Profile.Pool pool = Profiles.pool("Sort", 2); // and 0.05 of a processor outside of it
        assertEquals("  5 %", others(pool));
        List<Profile.Worker> workers = new ArrayList<>(pool.workers());
        workers.add(Profiles.worker(-1, null, Profiles.course(0.7)));
        assertEquals(" 75 %", others(AdvisorTest.ofJdk(pool, "Sort", workers)));
    }

    private static String others(Profile.Pool pool) {
        Profile profile = Profiles.profile(List.of(pool), List.of());
        String line =
                TerminalSummary.of(profile, false, false).stream()
                        .filter(each -> each.startsWith("others|"))
                        .findFirst()
                        .orElseThrow();
        assertTrue(line.endsWith(" %, in threads that are no workers"), line);
        return line.replaceFirst(".*compute ", "").replaceFirst(",.*", "");
    }

    /** The advice mentions the name, too. The last character before the cut is a pair. */
    @Test
    void ofALongNameTheSummaryHasTheBeginning() {
        String begin = "n".repeat(39) + "\ud83d\ude00";
        String all = begin + "n".repeat(5_000);
        Profile.Pool pool = Profiles.pool(all, 2);
        Profile profile = Profiles.profile(List.of(pool, Profiles.pool(all + all, 2)), List.of());
        List<String> shown = TerminalSummary.of(profile, true, false);
        assertTrue(shown.get(0).startsWith(begin + "…: LAZY, 2 workers"), shown.get(0));
        List<String> plain = TerminalSummary.of(profile, false, false);
        String ascii = "n".repeat(39) + "?...: LAZY, 2 workers";
        assertTrue(plain.get(0).startsWith(ascii), plain.get(0));
        for (String line : shown) {
            assertTrue(line.length() < 120, line);
        }
        assertTrue(String.join("", shown.subList(1, shown.size())).contains(begin + "…"));
        assertTrue(JsonReport.of(profile).contains(all));
    }

    @Test
    void whatIsNotKnownOfTheJdksPoolsIsNotInTheSummary() {
        Profile.Pool pool = AdvisorTest.ofJdk(Profiles.pool("Sort", 2), "ForkJoinPool-1");
        List<String> lines =
                TerminalSummary.of(Profiles.profile(List.of(pool), List.of()), false, false);
        assertTrue(lines.contains("tasks 20 stolen or submitted, 1,234 run"), lines.toString());
    }

    @Test
    void aTraceForWhichThereIsNoRoomFailsAsThat() throws IOException {
        Path recording =
                FakeEvents.record(folder.resolve("some.jfr"), () -> FakeEvents.twoWorkers("some"));
        Writer full =
                new Writer() {
                    private int room = 500;

                    @Override
                    public void write(char[] text, int from, int length) throws IOException {
                        room -= length;
                        if (room < 0) {
                            throw new IOException("no room");
                        }
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        try (RecordingFiles files = RecordingFiles.ofFile(recording)) {
            IOException failure =
                    assertThrows(IOException.class, () -> ChromeTrace.write(files, full));
            assertEquals("no room", failure.getMessage());
        }
    }

    @Test
    void theTraceHasTracksSpansAndCounters() throws IOException {
        Path recording =
                FakeEvents.record(
                        folder.resolve("some.jfr"), () -> FakeEvents.twoWorkers("a \"pool\""));
        StringWriter text = new StringWriter();
        try (RecordingFiles files = RecordingFiles.ofFile(recording)) {
            ChromeTrace.write(files, text);
        }
        JsonArray events =
                JsonParser.parseString(text.toString())
                        .getAsJsonObject()
                        .getAsJsonArray("traceEvents");
        Map<String, Integer> phases = new HashMap<>();
        for (JsonElement element : events) {
            JsonObject event = element.getAsJsonObject();
            String phase = event.get("ph").getAsString();
            phases.merge(phase + " " + event.get("name").getAsString(), 1, Integer::sum);
            assertTrue(event.has("pid") && event.has("tid"), event.toString());
            assertEquals(!phase.equals("M"), event.has("ts"), event.toString());
            assertEquals(phase.equals("X"), event.has("dur"), event.toString());
        }
        assertEquals(1, phases.get("X Some.task:7"), phases.toString());
        assertEquals(1, phases.get("X sleep"), phases.toString());
        assertEquals(1, phases.get("i Steal"), phases.toString());
        assertEquals(1, phases.get("i Promotion"), phases.toString());
        assertEquals(2, phases.get("C a \"pool\": processors"), phases.toString());
        assertTrue(phases.get("M thread_name") >= 2, phases.toString());
        assertSpansNest(events);
    }

    /** On one track, a span ends before the one around it: importers drop others. */
    private static void assertSpansNest(JsonArray events) {
        Map<String, Deque<Double>> open = new HashMap<>();
        events.asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(event -> event.get("ph").getAsString().equals("X"))
                .sorted(
                        (a, b) ->
                                Double.compare(
                                        a.get("ts").getAsDouble(), b.get("ts").getAsDouble()))
                .forEach(
                        event -> {
                            Deque<Double> ends =
                                    open.computeIfAbsent(
                                            event.get("pid") + "/" + event.get("tid"),
                                            any -> new ArrayDeque<>());
                            double from = event.get("ts").getAsDouble();
                            double to = from + event.get("dur").getAsDouble();
                            while (!ends.isEmpty() && ends.peek() <= from) {
                                ends.pop();
                            }
                            assertTrue(ends.isEmpty() || to <= ends.peek(), event.toString());
                            ends.push(to);
                        });
    }
}
