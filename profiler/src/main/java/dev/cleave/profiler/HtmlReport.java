package dev.cleave.profiler;

import dev.cleave.profiler.text.Numbers;
import dev.cleave.profiler.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/**
 * A profile as one file of HTML that needs nothing else: the numbers, Apache ECharts and our script
 * are in it, and its policy lets it load nothing. Charts have tables beside them that say the same
 * without scripts. Built as a document, element by element: names that the program chose are text
 * and cannot become markup.
 */
public final class HtmlReport {
    private static final String WEBJAR = "/META-INF/resources/webjars/echarts/%s/echarts.min.js";
    private static final String WEBJAR_VERSION =
            "/META-INF/maven/org.webjars/echarts/pom.properties";

    private final Profile profile;
    private final Document document = Document.createShell("");

    private HtmlReport(Profile profile) {
        this.profile = profile;
    }

    /**
     * Writes a profile.
     *
     * @param profile what to show
     * @return the file's content, to be written in UTF-8
     */
    public static String of(Profile profile) {
        HtmlReport report = new HtmlReport(profile);
        report.write();
        // Names must not turn the direction of the text about them.
        report.document
                .nodeStream(TextNode.class)
                .forEach(text -> text.text(Printable.of(text.getWholeText())));
        // Spaces are as they are put in: in a script or a text they may have a meaning.
        report.document.outputSettings().prettyPrint(false);
        return "<!DOCTYPE html>\n" + report.document.outerHtml();
    }

    private void write() {
        head();
        Element body = document.body();
        Element header = body.appendElement("header");
        header.appendElement("h1").text("Cleave profile");
        header.appendElement("p").text(what());
        Element main = body.appendElement("main");
        advice(main);
        missing(main);
        speedup(main);
        int pools = Math.min(Profile.Pool.MOST_SHOWN, profile.pools().size());
        for (int i = 0; i < pools; i++) {
            HtmlPool.write(main, profile, i);
        }
        otherPools(main, pools);
        blocking(main);
        hot(main);
        definitions(main);
        body.appendElement("footer")
                .appendElement("p")
                .text("Charts: Apache ECharts " + version() + ", Apache License 2.0.");
        script(body, "application/json", JsonReport.of(profile)).attr("id", "profile");
        script(body, "text/javascript", resource(String.format(WEBJAR, version())));
        script(body, "text/javascript", resource("report.js"));
    }

    private void head() {
        document.child(0).attr("lang", "en");
        Element head = document.head();
        head.appendElement("meta").attr("charset", "utf-8");
        head.appendElement("meta")
                .attr("http-equiv", "Content-Security-Policy")
                .attr(
                        "content",
                        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'");
        head.appendElement("meta")
                .attr("name", "viewport")
                .attr("content", "width=device-width, initial-scale=1");
        head.appendElement("meta").attr("name", "color-scheme").attr("content", "light dark");
        head.appendElement("title").text("Cleave profile: " + profile.recording().name());
        head.appendElement("style").appendChild(new DataNode(resource("report.css")));
    }

    private String what() {
        Profile.Recording r = profile.recording();
        List<String> parts = new ArrayList<>();
        parts.add(r.program() == null ? r.name() : r.program());
        parts.add("recorded " + r.began());
        parts.add(Numbers.time(r.seconds()));
        if (r.processors() > 0) {
            parts.add(Numbers.count(r.processors(), "processor", "processors"));
        }
        if (r.virtualMachine() != null) {
            parts.add(r.virtualMachine());
        }
        if (r.ended() != null) {
            parts.add("ended: " + r.ended());
        }
        Profile.Energy energy = profile.energy();
        if (energy != null) {
            parts.add(energy.words());
        }
        return String.join(" · ", parts);
    }

    private void advice(Element main) {
        Element section = HtmlParts.section(main, "advice", "What to change");
        if (profile.advice().isEmpty()) {
            section.appendElement("p").text("Nothing stands out.");
            return;
        }
        Element list = section.appendElement("ol");
        for (Profile.Advice advice : profile.advice()) {
            Element item = list.appendElement("li").attr("id", "advice-" + advice.id());
            if (advice.where() != null) {
                item.appendElement("code").text(advice.where());
                item.appendText(" ");
            }
            item.appendText(advice.text());
            if (advice.lost() > 0) {
                item.appendText(" ");
                item.appendElement("strong")
                        .text("Up to " + Numbers.time(advice.lost()) + " of processor time.");
            }
        }
    }

    private void missing(Element main) {
        if (profile.missing().isEmpty()) {
            return;
        }
        Element section = HtmlParts.section(main, "missing", "What is missing");
        Element list = section.appendElement("ul");
        profile.missing().forEach(what -> list.appendElement("li").text(what));
    }

    private void speedup(Element main) {
        Speedup speedup = profile.speedup();
        if (speedup == null) {
            return;
        }
        Element section = HtmlParts.section(main, "speedup", "What more processors would bring");
        section.appendElement("p").text(workAndSpan(speedup));
        HtmlParts.chart(
                section, "speedup", 0, 320, "Speedups that work and span allow, and measured ones");
        HtmlParts.table(
                section,
                "Speedups that work and span allow",
                List.of("workers", "expected at worst", "at most"),
                speedup.allowed().stream()
                        .map(
                                point ->
                                        List.of(
                                                Numbers.count(point.workers()),
                                                Numbers.factor(point.expected()),
                                                Numbers.factor(point.atMost())))
                        .toList());
        HtmlParts.counts(
                section,
                "Measured",
                List.of("workers", "time", "speedup", "expected at worst", "at most"),
                speedup.measured().stream()
                        .map(
                                run ->
                                        List.of(
                                                Numbers.count(run.workers()),
                                                Numbers.time(run.seconds()),
                                                Numbers.factor(run.speedup()),
                                                Numbers.factor(run.expected()),
                                                Numbers.factor(run.atMost())))
                        .toList());
        HtmlParts.counts(
                section,
                "The critical path, by the line where its strands begin",
                List.of("line", "time"),
                speedup.criticalPath().stream()
                        .map(line -> List.of(line.where(), Numbers.time(line.seconds())))
                        .toList());
    }

    private static String workAndSpan(Speedup speedup) {
        return String.format(
                Locale.ROOT,
                "The whole program's work is %s, its span %s: a parallelism of %s, %s with what"
                        + " handing over tasks costs. Speedups are measured against %s, %s.",
                Numbers.time(speedup.work()),
                Numbers.time(speedup.span()),
                Numbers.factor(speedup.parallelism()),
                Numbers.factor(speedup.burdenedParallelism()),
                Numbers.time(speedup.serial()),
                speedup.measured().stream().anyMatch(run -> run.workers() == 1)
                        ? "what one worker took"
                        : "the work");
    }

    private void otherPools(Element main, int shown) {
        HtmlParts.counts(
                main,
                "Other pools",
                List.of("pool", "workers", "at work", "computing", "stolen"),
                profile.pools().stream()
                        .skip(shown)
                        .map(
                                pool ->
                                        List.of(
                                                pool.name(),
                                                Integer.toString(pool.parallelism()),
                                                Numbers.time(pool.seconds()),
                                                Numbers.time(pool.totals().compute()),
                                                Numbers.count(pool.totals().stealsWon())))
                        .toList());
    }

    private void blocking(Element main) {
        HtmlParts.counts(
                main,
                "Workers that stood still within tasks",
                List.of("where", "what they did", "on", "times", "in all", "longest"),
                profile.blocking().stream()
                        .map(
                                stop ->
                                        List.of(
                                                stop.where(),
                                                stop.kind().words(),
                                                stop.on() == null ? "" : stop.on(),
                                                Numbers.count(stop.count()),
                                                Numbers.time(stop.total()),
                                                Numbers.time(stop.longest())))
                        .toList());
    }

    private void hot(Element main) {
        HtmlParts.counts(
                main, "Where threads computed most often, by samples", "line", profile.hot());
    }

    private static void definitions(Element main) {
        Element details = main.appendElement("details");
        details.appendElement("summary").text("What the words mean");
        Element list = details.appendElement("dl");
        String[][] words = {
            {
                "used",
                "Processor time in which tasks ran, or other threads of the program computed."
            },
            {
                "serialisation",
                "Lost while at most one processor computed on average over a bin: there was nothing"
                        + " to divide."
            },
            {"scheduling", "Lost at other times by workers that looked for work."},
            {
                "imbalance",
                "The rest: workers slept, or waited in joins, while several others, but not all,"
                        + " computed."
            },
            {
                "work, span",
                "The time of all that the program does; that of the longest path through its forks"
                        + " and joins. No number of processors is faster than the span."
            },
            {
                "promotion",
                "A private task made public because another worker asked for work, or a pending call"
                        + " of a method marked @Future that became a task."
            },
            {
                "guests",
                "Threads that are no workers and made such calls. Their time is not counted, except"
                        + " in tasks of java.util.concurrent; what the system says of it is the"
                        + " line of other threads, an estimate."
            },
        };
        for (String[] word : words) {
            list.appendElement("dt").text(word[0]);
            list.appendElement("dd").text(word[1]);
        }
    }

    private static Element script(Element body, String type, String content) {
        Element script = body.appendElement("script").attr("type", type);
        script.appendChild(new DataNode(content));
        return script;
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream in = HtmlReport.class.getResourceAsStream(WEBJAR_VERSION)) {
            properties.load(in);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
        return properties.getProperty("version");
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
