package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class SpeedupTest {
    private static final String LINE = "Sort.merge(Sort.java:41)";

    private final Speedup curve = Profiles.speedup(LINE);

    @Test
    void theCurveIsTheWorksAndTheSpans() {
        assertEquals(10, curve.work());
        assertEquals(1, curve.span());
        assertEquals(10, curve.parallelism());
        assertEquals(List.of(), curve.measured());
        assertEquals(11, curve.allowed().size());
        Speedup.Allowed four = curve.allowed().get(2);
        assertEquals(4, four.workers());
        assertEquals(4, four.atMost());
        assertEquals(10 / (10.0 / 4 + 1.7 * 0.75 * 1.2), four.expected(), 1e-9);
        assertEquals(10, curve.allowed().get(10).atMost());
        assertEquals(List.of(new Speedup.Line(LINE, 0.8)), curve.criticalPath());
    }

    @Test
    void withoutARunOnOneWorkerTheWorkIsTheReference() {
        Speedup.Measured run = curve.with(2, 8).measured().get(0);
        assertEquals(2, run.workers());
        assertEquals(8, run.seconds());
        assertEquals(10.0 / 8, run.speedup());
        assertEquals(2, run.atMost());
        assertEquals(10 / (5 + 1.7 * 0.5 * 1.2), run.expected(), 1e-9);
    }

    @Test
    void theFirstRunOnOneWorkerIsTheReferenceOfAll() {
        Speedup runs = curve.with(2, 8).with(1, 12).with(1, 24).with(4, 4);
        assertEquals(12, runs.serial());
        assertEquals(
                List.of(1.5, 1.0, 0.5, 3.0),
                runs.measured().stream().map(Speedup.Measured::speedup).toList());
    }

    @Test
    void theReportsSayTheSame() {
        Profile profile = Profiles.usual().with(curve.with(1, 12).with(4, 3.2));
        JsonObject json =
                JsonParser.parseString(JsonReport.of(profile))
                        .getAsJsonObject()
                        .getAsJsonObject("speedup");
        assertEquals(12, json.get("serial").getAsDouble());
        JsonObject last = json.getAsJsonArray("measured").get(1).getAsJsonObject();
        assertEquals(4, last.get("workers").getAsInt());
        assertEquals(3.75, last.get("speedup").getAsDouble());
        assertEquals(11, json.getAsJsonArray("allowed").size());
        Document html = Jsoup.parse(HtmlReport.of(profile));
        assertEquals(1, html.select("#speedup .chart").size());
        assertTrue(html.select("#speedup td").eachText().contains("3.75"), html.text());
        assertTrue(html.select("#speedup th").eachText().contains(LINE), html.text());
        String summary = String.join(" ", TerminalSummary.of(profile, false, false));
        assertTrue(
                summary.replaceAll(" +", " ")
                        .contains(
                                "4 workers: 3.20 s, 3.75 times as fast as 12.00 s; work and span"
                                        + " allow 2.48 to 4.00"),
                summary);
    }

    @Test
    void aProfileWithoutIsSilent() {
        Document html = Jsoup.parse(HtmlReport.of(Profiles.usual()));
        assertTrue(html.select("#speedup, [data-chart=speedup]").isEmpty());
        JsonObject json = JsonParser.parseString(JsonReport.of(Profiles.usual())).getAsJsonObject();
        assertTrue(json.get("speedup").isJsonNull());
    }
}
