package dev.cleave.profiler;

import dev.cleave.profiler.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Element;

/** What an {@link HtmlReport} says of one pool: an article. */
final class HtmlPool {
    private static final int TIME_ROWS = 24;
    private static final int ROW_HEIGHT = 22;
    private static final int AXES_HEIGHT = 90;

    private final Element article;
    private final int index;
    private final Profile.Pool pool;
    private final Profile.BinWidth bins;

    private HtmlPool(Element article, int index, Profile.Pool pool, Profile.BinWidth bins) {
        this.article = article;
        this.index = index;
        this.pool = pool;
        this.bins = bins;
    }

    /** Writes of a profile's pool of this number. */
    static void write(Element main, Profile profile, int index) {
        Element article = main.appendElement("article").attr("id", "pool-" + index);
        new HtmlPool(article, index, profile.pools().get(index), profile.bins()).write();
    }

    private void write() {
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
        losses();
        processors();
        workers();
        steals();
        timeline();
        tasks();
    }

    private void tasks() {
        HtmlParts.counts(
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
        HtmlParts.counts(article, "Stolen most often", "task", pool.stolen());
        HtmlParts.counts(article, "Calls that became tasks", "call", pool.promotionSites());
    }

    private void losses() {
        Losses l = pool.losses();
        Element section = HtmlParts.section(article, null, "Where processor time went");
        if (l.capacity() == 0) {
            section.appendElement("p").text("Its workers never computed.");
            return;
        }
        HtmlParts.chart(
                section,
                "losses",
                index,
                130,
                "Processor time, divided; the table has the numbers");
        HtmlParts.table(
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

    private void processors() {
        Element section = HtmlParts.section(article, null, "Processors over time");
        HtmlParts.chart(
                section, "processors", index, 260, "Processors computing and available over time");
        overTime(
                section,
                List.of("workers computing", "other threads (estimated)", "available"),
                pool.overTime().computing(),
                pool.overTime().outside(),
                pool.overTime().available());
        HtmlParts.counts(
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

    private void workers() {
        Element section = HtmlParts.section(article, null, "Workers");
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
            HtmlParts.chart(
                    section,
                    "workers",
                    index,
                    AXES_HEIGHT + ROW_HEIGHT * (int) shown,
                    "What each worker did");
        }
        HtmlParts.table(
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
                pool.workers().stream().map(HtmlPool::workerRow).toList());
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

    private void steals() {
        Element section = HtmlParts.section(article, null, "Steals and promotions");
        if (pool.totals().stealsWon() + pool.totals().promotions() == 0) {
            section.appendElement("p").text("Nothing was stolen or made public.");
            return;
        }
        HtmlParts.chart(section, "steals", index, 240, "Steals and promotions over time");
        overTime(
                section,
                List.of("steals a bin", "promotions a bin"),
                pool.overTime().steals(),
                pool.overTime().promotions());
    }

    private void timeline() {
        long rows = pool.workers().stream().filter(worker -> worker.index() >= 0).count();
        if (rows == 0) {
            return;
        }
        Element section = HtmlParts.section(article, null, "Timeline");
        HtmlParts.chart(
                section,
                "timeline",
                index,
                AXES_HEIGHT + ROW_HEIGHT * (int) rows,
                "How much of the time each worker computed, over time");
    }

    /** Means over a few times, for those who do not see the chart. */
    private void overTime(Element parent, List<String> names, double[]... courses) {
        int count = bins.count();
        int rows = Math.min(TIME_ROWS, count);
        List<String> titles = new ArrayList<>(List.of("from"));
        titles.addAll(names);
        List<List<String>> lines = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int from = row * count / rows;
            int to = (row + 1) * count / rows;
            List<String> line = new ArrayList<>();
            line.add(Numbers.time(from * bins.seconds()));
            for (double[] course : courses) {
                double sum = 0;
                for (int bin = from; bin < to; bin++) {
                    sum += course[bin];
                }
                line.add(String.format(Locale.ROOT, "%.2f", sum / (to - from)));
            }
            lines.add(line);
        }
        HtmlParts.table(parent, "Over time", titles, lines);
    }
}
