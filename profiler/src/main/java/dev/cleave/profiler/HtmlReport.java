package dev.cleave.profiler;

import dev.cleave.profiler.text.Numbers;
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
    private static final int POOLS = 4;
    private static final int TIME_ROWS = 24;
    private static final int ROW_HEIGHT = 22;
    private static final int AXES_HEIGHT = 90;

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
        int pools = Math.min(POOLS, profile.pools().size());
        for (int i = 0; i < pools; i++) {
            pool(main, i, profile.pools().get(i));
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
        Element section = section(main, "advice", "What to change");
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
        Element section = section(main, "missing", "What is missing");
        Element list = section.appendElement("ul");
        profile.missing().forEach(what -> list.appendElement("li").text(what));
    }

    private void speedup(Element main) {
        Speedup speedup = profile.speedup();
        if (speedup == null) {
            return;
        }
        Element section = section(main, "speedup", "What more processors would bring");
        section.appendElement("p").text(workAndSpan(speedup));
        chart(section, "speedup", 0, 320, "Speedups that work and span allow, and measured ones");
        table(
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
        counts(
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
        counts(
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

    private void pool(Element main, int index, Profile.Pool pool) {
        Element article = main.appendElement("article").attr("id", "pool-" + index);
        article.appendElement("h2").text("Pool " + pool.name());
        article.appendElement("p")
                .text(
                        String.format(
                                Locale.ROOT,
                                "%s, %s, at work for %s from %s after the start. Changes"
                                        + " faster than %s are evened out.",
                                pool.scheduling(),
                                Numbers.count(pool.parallelism(), "worker", "workers"),
                                Numbers.time(pool.seconds()),
                                Numbers.time(pool.from()),
                                Numbers.time(pool.resolution())));
        losses(article, index, pool);
        processors(article, index, pool);
        workers(article, index, pool);
        steals(article, index, pool);
        timeline(article, index, pool);
        counts(
                article,
                "Tasks that were stolen or submitted",
                List.of("task", "how many", "in all", "median", "longest"),
                pool.tasks().stream()
                        .map(
                                task ->
                                        List.of(
                                                task.name(),
                                                Numbers.count(task.count()),
                                                Numbers.time(task.total()),
                                                Numbers.time(task.median()),
                                                Numbers.time(task.longest())))
                        .toList());
        counts(article, "Stolen most often", "task", pool.stolen());
        counts(article, "Calls that became tasks", "call", pool.promotionSites());
    }

    private void losses(Element article, int index, Profile.Pool pool) {
        Losses l = pool.losses();
        Element section = section(article, null, "Where processor time went");
        if (l.capacity() == 0) {
            section.appendElement("p").text("Its workers never computed.");
            return;
        }
        chart(section, "losses", index, 130, "Processor time, divided; the table has the numbers");
        table(
                section,
                "Processor seconds",
                List.of("", "processor time", "of all"),
                List.of(
                        loss("used", l.used(), l),
                        loss("imbalance: waited while several others computed", l.imbalance(), l),
                        loss("scheduling: looked for work while there was some", l.scheduling(), l),
                        loss("serialisation: at most one computed", l.serialisation(), l),
                        loss("all", l.capacity(), l)));
    }

    private static List<String> loss(String name, double seconds, Losses losses) {
        return List.of(name, Numbers.time(seconds), Numbers.percent(losses.share(seconds)));
    }

    private void processors(Element article, int index, Profile.Pool pool) {
        Element section = section(article, null, "Processors over time");
        chart(section, "processors", index, 260, "Processors computing and available over time");
        overTime(
                section,
                List.of("workers computing", "other threads (estimated)", "available"),
                pool.overTime().computing(),
                pool.overTime().outside(),
                pool.overTime().available());
        counts(
                section,
                "Longest times in which at most one processor computed",
                List.of("from", "to", "lost", "what ran"),
                pool.serialStretches().stream()
                        .map(
                                stretch ->
                                        List.of(
                                                Numbers.time(stretch.from()),
                                                Numbers.time(stretch.to()),
                                                Numbers.time(stretch.lost()),
                                                stretch.running().isEmpty()
                                                        ? "not sampled"
                                                        : stretch.running().get(0).what()))
                        .toList());
    }

    private void workers(Element article, int index, Profile.Pool pool) {
        Element section = section(article, null, "Workers");
        long shown = pool.workers().stream().filter(worker -> worker.index() >= 0).count();
        if (shown < pool.workersInAll()) {
            section.appendElement("p")
                    .text(
                            String.format(
                                    Locale.ROOT,
                                    "The %d of %,d workers that computed longest.",
                                    shown,
                                    pool.workersInAll()));
        }
        if (shown > 0) {
            chart(
                    section,
                    "workers",
                    index,
                    AXES_HEIGHT + ROW_HEIGHT * (int) shown,
                    "What each worker did");
        }
        table(
                section,
                "What each worker did",
                List.of(
                        "worker",
                        "thread",
                        "compute",
                        "seek",
                        "join",
                        "idle",
                        "stolen",
                        "tried",
                        "promotions",
                        "forks",
                        "answered",
                        "parks"),
                pool.workers().stream().map(HtmlReport::workerRow).toList());
    }

    private static List<String> workerRow(Profile.Worker worker) {
        Profile.Totals t = worker.totals();
        boolean guests = worker.index() < 0;
        return List.of(
                guests ? "guests" : Integer.toString(worker.index()),
                worker.thread() == null ? "" : worker.thread(),
                guests ? "" : Numbers.time(t.compute()),
                guests ? "" : Numbers.time(t.seek()),
                guests ? "" : Numbers.time(t.join()),
                guests ? "" : Numbers.time(t.idle()),
                Numbers.count(t.stealsWon()),
                Numbers.count(t.stealsTried()),
                Numbers.count(t.promotions()),
                Numbers.count(t.forks()),
                Numbers.count(t.pollsAnswered()),
                Numbers.count(t.parks()));
    }

    private void steals(Element article, int index, Profile.Pool pool) {
        Element section = section(article, null, "Steals and promotions");
        if (pool.totals().stealsWon() + pool.totals().promotions() == 0) {
            section.appendElement("p").text("Nothing was stolen or made public.");
            return;
        }
        chart(section, "steals", index, 240, "Steals and promotions over time");
        overTime(
                section,
                List.of("steals a bin", "promotions a bin"),
                pool.overTime().steals(),
                pool.overTime().promotions());
    }

    private void timeline(Element article, int index, Profile.Pool pool) {
        long rows = pool.workers().stream().filter(worker -> worker.index() >= 0).count();
        if (rows == 0) {
            return;
        }
        Element section = section(article, null, "Timeline");
        chart(
                section,
                "timeline",
                index,
                AXES_HEIGHT + ROW_HEIGHT * (int) rows,
                "How much of the time each worker computed, over time");
    }

    private void otherPools(Element main, int shown) {
        counts(
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
        counts(
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
        counts(main, "Where threads computed most often, by samples", "line", profile.hot());
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
                "Threads that are no workers and made such calls. Their time is not counted; what"
                        + " the system says of it is the line of other threads, an estimate."
            },
        };
        for (String[] word : words) {
            list.appendElement("dt").text(word[0]);
            list.appendElement("dd").text(word[1]);
        }
    }

    // --- parts ---------------------------------------------------------------------------------

    private static Element section(Element parent, String id, String title) {
        Element section = parent.appendElement("section");
        if (id != null) {
            section.attr("id", id);
        }
        section.appendElement(parent.normalName().equals("main") ? "h2" : "h3").text(title);
        return section;
    }

    private static void chart(Element parent, String kind, int pool, int height, String label) {
        parent.appendElement("div")
                .addClass("chart")
                .attr("data-chart", kind)
                .attr("data-pool", Integer.toString(pool))
                .attr("style", "height: " + height + "px")
                .attr("role", "img")
                .attr("tabindex", "0")
                .attr("aria-label", label);
    }

    /** Means over a few times, for those who do not see the chart. */
    private void overTime(Element parent, List<String> names, double[]... courses) {
        int bins = profile.bins().count();
        int rows = Math.min(TIME_ROWS, bins);
        List<String> titles = new ArrayList<>(List.of("from"));
        titles.addAll(names);
        List<List<String>> lines = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int from = row * bins / rows;
            int to = (row + 1) * bins / rows;
            List<String> line = new ArrayList<>();
            line.add(Numbers.time(from * profile.bins().seconds()));
            for (double[] course : courses) {
                double sum = 0;
                for (int bin = from; bin < to; bin++) {
                    sum += course[bin];
                }
                line.add(String.format(Locale.ROOT, "%.2f", sum / (to - from)));
            }
            lines.add(line);
        }
        table(parent, "Over time", titles, lines);
    }

    private static void counts(
            Element parent, String title, String what, List<Profile.Count> counts) {
        counts(
                parent,
                title,
                List.of(what, "how often"),
                counts.stream()
                        .map(count -> List.of(count.what(), Numbers.count(count.count())))
                        .toList());
    }

    /** A section with a table, if there is anything in it. */
    private static void counts(
            Element parent, String title, List<String> titles, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            table(section(parent, null, title), null, titles, rows);
        }
    }

    /** Folded if it has a summary: the numbers of a chart. The first column names the row. */
    private static void table(
            Element parent, String summary, List<String> titles, List<List<String>> rows) {
        Element around = parent;
        if (summary != null) {
            around = parent.appendElement("details");
            around.appendElement("summary").text(summary + ", as a table");
        }
        Element table = around.appendElement("div").addClass("wide").appendElement("table");
        Element header = table.appendElement("thead").appendElement("tr");
        for (int i = 0; i < titles.size(); i++) {
            Element title = header.appendElement("th").attr("scope", "col").text(titles.get(i));
            title.addClass(isWords(rows, i) ? "words" : "number");
        }
        Element body = table.appendElement("tbody");
        for (List<String> row : rows) {
            Element line = body.appendElement("tr");
            line.appendElement("th").attr("scope", "row").text(row.get(0));
            for (int i = 1; i < row.size(); i++) {
                Element cell = line.appendElement("td").text(row.get(i));
                cell.addClass(isWords(rows, i) ? "words" : "number");
            }
        }
    }

    private static boolean isWords(List<List<String>> rows, int column) {
        String first = rows.get(0).get(column);
        return first.isEmpty() || !Character.isDigit(first.charAt(0));
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
