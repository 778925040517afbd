package dev.cleave.profiler.workspan;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.cleave.profiler.text.Numbers;
import dev.cleave.profiler.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/** A {@link MeasuredRun} for people and for programs. */
public final class WorkSpanReport {
    /** Moves when a field of the JSON goes or changes its meaning. */
    public static final int VERSION = 1;

    /** The most workers that speedups are told for. */
    public static final int MOST_WORKERS = 1024;

    private static final int SHOWN_LINES = 8;
    private static final double MUCH = 0.4;

    /** A part of the work that is worth words. */
    private static final double NOTABLE = 0.25;

    private static final double PICOS = 1_000;

    private WorkSpanReport() {}

    /**
     * What a person reads.
     *
     * @param run the run
     * @return lines, without ends
     */
    public static List<String> text(MeasuredRun run) {
        List<String> lines = new ArrayList<>();
        lines.add(
                format(
                        "work and span of %s: %s in %s",
                        Printable.of(run.program()),
                        Numbers.count(run.whole().tasks() - 1, "task", "tasks"),
                        Numbers.count(run.strands(), "strand", "strands")));
        if (run.whole().work() == 0) {
            lines.add(
                    "nothing was measured: no task, future or parallel loop of Cleave ran in it"
                            + " (a thread that has none does not count)");
        } else {
            table(lines, run);
        }
        lines.add("");
        lines.add(
                format(
                        "timing a strand took %d ns, which are subtracted: %.0f %% of the run of %s;"
                                + " burden %d ns",
                        run.probeNanos(),
                        100 * run.probeShare(),
                        Numbers.columnTime(run.elapsedNanos()),
                        run.burdenNanos()));
        if (run.longestGrainNanos() > 0) {
            lines.add(
                    format(
                            "tasks and calls shorter than %s on average are one strand each, with"
                                    + " all that they fork; the longest of them took %s",
                            Numbers.columnTime(run.grainNanos()),
                            Numbers.columnTime(run.longestGrainNanos())));
        }
        if (run.whole().tasks() == 1 && run.whole().work() > 0) {
            lines.add(
                    "no task, future or parallel loop of Cleave ran in it: what other threads"
                            + " compute, as those of an executor, is not in these numbers");
        }
        if (run.hasRegions()) {
            lines.add(
                    "parallel regions are not followed: the program is more parallel than these"
                            + " numbers say");
        }
        if (run.elsewhereNanos() > NOTABLE * run.whole().work() / PICOS) {
            lines.add(
                    format(
                            "not in these numbers: %s of processors' time, of the virtual machine's"
                                    + " start, its compiler and its collections, and of threads that"
                                    + " are not followed; of a longer run the first are a smaller"
                                    + " part",
                            Numbers.columnTime(run.elsewhereNanos())));
        }
        if (run.probeShare() > MUCH) {
            lines.add(
                    "the strands are so short that what is left is uncertain: fewer, longer tasks"
                            + " are measured better");
        }
        return lines;
    }

    private static void table(List<String> lines, MeasuredRun run) {
        lines.add(
                format("%-14s %10s %10s %12s %12s", "", "work", "span", "parallelism", "burdened"));
        lines.add(row("the program", run.whole()));
        lines.add(row("in its tasks", run.inside()));
        lines.add("");
        lines.add(
                format(
                        "%10s %25s %25s",
                        "workers", "speedup of the program", "of its tasks alone"));
        for (int workers = 1; workers <= MOST_WORKERS; workers *= 2) {
            lines.add(
                    format(
                            "%,10d %25s %25s",
                            workers,
                            speedups(run.whole(), workers, run.expectedSpeedup(workers)),
                            speedups(
                                    run.inside(), workers, run.inside().expectedSpeedup(workers))));
        }
        lines.add("");
        lines.add("the critical path, by the line where its strands begin:");
        double span = Math.max(1, run.whole().span() / PICOS);
        run.criticalPath().stream()
                .limit(SHOWN_LINES)
                .forEach(
                        line ->
                                lines.add(
                                        format(
                                                "%9.1f %% %10s  %s",
                                                100 * line.nanos() / span,
                                                Numbers.columnTime(line.nanos()),
                                                Printable.of(line.where()))));
    }

    private static String row(String name, WorkSpan of) {
        return format(
                "%-14s %10s %10s %12s %12s",
                name,
                Numbers.columnTime(of.work() / PICOS),
                Numbers.columnTime(of.span() / PICOS),
                parallelism(of.parallelism()),
                parallelism(of.burdenedParallelism()));
    }

    /** Of tasks that took no time nothing is known. */
    private static String parallelism(double value) {
        return Double.isInfinite(value) ? "-" : Numbers.factor(value);
    }

    /** From what can be expected to what is possible. */
    private static String speedups(WorkSpan of, int workers, double expected) {
        return of.work() == 0 || of.span() == 0
                ? "-"
                : Numbers.factor(expected) + " to " + Numbers.factor(of.mostSpeedup(workers));
    }

    /**
     * The same numbers, and all lines.
     *
     * @param run the run
     * @return one object; {@code docs/work-span.md} describes it
     */
    public static String json(MeasuredRun run) {
        JsonObject all = new JsonObject();
        all.addProperty("format", "cleave-work-span");
        all.addProperty("version", VERSION);
        all.addProperty("program", run.program());
        all.addProperty("tasks", run.whole().tasks() - 1);
        all.addProperty("strands", run.strands());
        all.addProperty("probeNanos", run.probeNanos());
        all.addProperty("burdenNanos", run.burdenNanos());
        all.addProperty("elapsedNanos", run.elapsedNanos());
        all.addProperty("elsewhereNanos", run.elsewhereNanos());
        all.addProperty("grainNanos", run.grainNanos());
        all.addProperty("longestGrainNanos", run.longestGrainNanos());
        all.add("whole", json(run.whole(), run::expectedSpeedup));
        all.add("inTasks", json(run.inside(), run.inside()::expectedSpeedup));
        JsonArray path = new JsonArray();
        for (MeasuredRun.Line line : run.criticalPath()) {
            JsonObject each = new JsonObject();
            each.addProperty("where", line.where());
            each.addProperty("nanos", line.nanos());
            path.add(each);
        }
        all.add("criticalPath", path);
        return new GsonBuilder().setPrettyPrinting().create().toJson(all) + "\n";
    }

    private static JsonObject json(WorkSpan of, IntToDoubleFunction expected) {
        JsonObject part = new JsonObject();
        part.addProperty("workNanos", of.work() / PICOS);
        part.addProperty("spanNanos", of.span() / PICOS);
        part.addProperty("burdenedSpanNanos", of.burdenedSpan() / PICOS);
        part.addProperty("parallelism", finite(of.parallelism()));
        part.addProperty("burdenedParallelism", finite(of.burdenedParallelism()));
        JsonArray speedups = new JsonArray();
        for (int workers = 1; workers <= MOST_WORKERS && of.span() > 0; workers *= 2) {
            JsonObject point = new JsonObject();
            point.addProperty("workers", workers);
            point.addProperty("expected", expected.applyAsDouble(workers));
            point.addProperty("atMost", of.mostSpeedup(workers));
            speedups.add(point);
        }
        part.add("speedups", speedups);
        return part;
    }

    private static Double finite(double value) {
        return Double.isInfinite(value) ? null : value;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
