package dev.cleave.profiler;

import dev.cleave.profiler.text.Numbers;
import dev.cleave.profiler.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A profile in at most twenty lines of text, for a terminal of 80 columns and 24 lines. */
public final class TerminalSummary {
    private static final int LINES = 20;
    private static final int WIDTH = 80;
    private static final int BARS = 20;
    private static final int WORKERS = 4;
    private static final int MISSING = 2;

    /** A part of a processor that is worth a line. */
    private static final double LEAST_SHOWN = 0.005;

    /** Characters of a pool's name: the report has all of it. */
    private static final int NAME = 40;

    private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";
    private static final String PLAIN = " ._-=+*#@";

    private final boolean unicode;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    /** Names of pools that are cut, the longest first: one may be a part of another. */
    private final List<String> longNames;

    private TerminalSummary(Profile profile, boolean unicode, boolean colour) {
        this.unicode = unicode;
        this.colour = colour;
        this.longNames =
                profile.pools().stream()
                        .map(Profile.Pool::name)
                        .filter(name -> name.codePointCount(0, name.length()) > NAME)
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
    }

    /**
     * Sums a profile up.
     *
     * @param profile what to show
     * @param unicode whether the terminal shows more than ASCII
     * @param colour whether it shows colours
     * @return the lines, without ends
     */
    public static List<String> of(Profile profile, boolean unicode, boolean colour) {
        TerminalSummary summary = new TerminalSummary(profile, unicode, colour);
        summary.pool(profile, profile.pools().get(0));
        if (profile.speedup() != null) {
            summary.speedup(profile.speedup());
        }
        if (profile.energy() != null && profile.energy().unavailable() == null) {
            summary.paragraph(profile.energy().words());
        }
        profile.missing().stream()
                .limit(MISSING)
                .forEach(what -> summary.paragraph("missing: " + what));
        String bullet = unicode ? "→ " : "> ";
        for (Profile.Advice advice : profile.advice()) {
            summary.paragraph(
                    bullet + (advice.where() == null ? "" : advice.where() + ": ") + advice.text());
        }
        return List.copyOf(summary.lines);
    }

    private void pool(Profile profile, Profile.Pool pool) {
        Losses losses = pool.losses();
        int others = profile.pools().size() - 1;
        paragraph(
                String.format(
                        Locale.ROOT,
                        "%s: %s, %s, at work for %.2f of %.2f s%s",
                        pool.name(),
                        pool.scheduling(),
                        Numbers.count(pool.parallelism(), "worker", "workers"),
                        pool.seconds(),
                        profile.recording().seconds(),
                        others > 0
                                ? " ("
                                        + Numbers.count(others, "other pool", "other pools")
                                        + ": see the report)"
                                : ""));
        double seconds = Math.max(1e-9, pool.seconds());
        line(
                "used",
                "%s  %s of its processors: %.2f of %.2f",
                bars(used(pool)),
                Numbers.percent(losses.efficiency()),
                losses.used() / seconds,
                losses.capacity() / seconds);
        line(
                "lost",
                "imbalance %s, scheduling %s, serialisation %s",
                Numbers.percent(losses.share(losses.imbalance())),
                Numbers.percent(losses.share(losses.scheduling())),
                Numbers.percent(losses.share(losses.serialisation())));
        workers(pool);
        others(pool, profile.bins().seconds());
        if (pool.isOfJdk()) {
            line(
                    "tasks",
                    "%,d stolen or submitted, %,d run",
                    pool.totals().stealsWon(),
                    pool.tasksRun());
        } else {
            line(
                    "tasks",
                    "%,d stolen in %s, %s, %,d run",
                    pool.totals().stealsWon(),
                    Numbers.count(pool.totals().stealsTried(), "try", "tries"),
                    Numbers.count(pool.totals().promotions(), "promotion", "promotions"),
                    pool.tasksRun());
        }
    }

    private void speedup(Speedup speedup) {
        for (Speedup.Measured run : speedup.measured()) {
            paragraph(
                    String.format(
                            Locale.ROOT,
                            "%s: %s, %s times as fast as %s; work and span allow %s to %s",
                            Numbers.count(run.workers(), "worker", "workers"),
                            Numbers.time(run.seconds()),
                            Numbers.factor(run.speedup()),
                            Numbers.time(speedup.serial()),
                            Numbers.factor(run.expected()),
                            Numbers.factor(run.atMost())));
        }
    }

    private void workers(Profile.Pool pool) {
        pool.workers().stream()
                .filter(worker -> worker.index() >= 0)
                .limit(WORKERS)
                .forEach(
                        worker -> {
                            Profile.Totals t = worker.totals();
                            double all =
                                    Math.max(1e-9, t.compute() + t.seek() + t.join() + t.idle());
                            line(
                                    "w" + worker.index(),
                                    "%s  compute %3.0f %%, seek %3.0f %%, join %3.0f %%, idle %3.0f"
                                            + " %%",
                                    bars(worker.computing()),
                                    100 * t.compute() / all,
                                    100 * t.seek() / all,
                                    100 * t.join() / all,
                                    100 * t.idle() / all);
                        });
        if (pool.workersInAll() > WORKERS) {
            String others =
                    Numbers.count(pool.workersInAll() - WORKERS, "more worker", "more workers");
            line("", "and %s: see the report", others);
        }
    }

    /** Threads that are no workers: with them, the lines add up to what was used. */
    private void others(Profile.Pool pool, double binSeconds) {
        double[] computing = pool.overTime().outside().clone();
        pool.workers().stream()
                .filter(worker -> worker.index() < 0)
                .forEach(
                        guests ->
                                Arrays.setAll(
                                        computing, i -> computing[i] + guests.computing()[i]));
        int from = (int) Math.round(pool.from() / binSeconds);
        int to = (int) Math.round(pool.to() / binSeconds);
        double mean = Arrays.stream(computing, from, to).average().orElse(0);
        if (mean >= LEAST_SHOWN) {
            line(
                    "others",
                    "%s  compute %3.0f %%, in threads that are no workers",
                    bars(computing),
                    100 * mean);
        }
    }

    private static double[] used(Profile.Pool pool) {
        Profile.Course course = pool.overTime();
        double[] parts = course.computing().clone();
        for (int i = 0; i < parts.length; i++) {
            parts[i] = (parts[i] + course.outside()[i]) / Math.max(1, course.available()[i]);
        }
        return parts;
    }

    /** A bar for each part of the recording, as high as the mean of its bins. */
    private String bars(double[] bins) {
        int bars = Math.min(BARS, bins.length);
        String heights = unicode ? EIGHTHS : PLAIN;
        StringBuilder text = new StringBuilder("|");
        for (int i = 0; i < bars; i++) {
            int from = i * bins.length / bars;
            int to = (i + 1) * bins.length / bars;
            double sum = 0;
            for (int bin = from; bin < to; bin++) {
                sum += bins[bin];
            }
            // Anything at all is seen.
            double height = Math.ceil(Math.min(1, sum / (to - from)) * (heights.length() - 1));
            text.append(heights.charAt((int) height));
        }
        return text.append('|').toString();
    }

    private void line(String title, String format, Object... values) {
        String padded = String.format(Locale.ROOT, "%-6s", title);
        lines.add(
                (colour ? "\033[1m" + padded + "\033[0m" : padded)
                        + String.format(Locale.ROOT, format, values));
    }

    /** Text of which parts are the program's: broken into lines, if there is room for all of it. */
    private void paragraph(String text) {
        List<String> broken = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : printable(cut(text)).split(" ")) {
            if (line.length() + word.length() >= WIDTH) {
                broken.add(line.toString());
                line.setLength(0);
                line.append("  ");
            } else if (line.length() > 0) {
                line.append(' ');
            }
            line.append(word);
        }
        broken.add(line.toString());
        if (lines.size() + broken.size() <= LINES) {
            lines.addAll(broken);
        }
    }

    /** With the beginnings of long names only, wherever they are mentioned. */
    private String cut(String text) {
        String shown = text;
        for (String name : longNames) {
            String beginning = name.substring(0, name.offsetByCodePoints(0, NAME));
            shown = shown.replace(name, beginning + (unicode ? "…" : "..."));
        }
        return shown;
    }

    /** Without Unicode, nothing but ASCII. */
    private String printable(String text) {
        String shown = Printable.of(text);
        return unicode ? shown : shown.replace('µ', 'u').replaceAll("[^\\x00-\\x7F]", "?");
    }
}
