package dev.cleave.benchmarks;

import dev.cleave.benchmarks.Catalogue.Program;
import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.peers.WorkerTime;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Shows what was measured, a table a program, and in the end a comparison over all of them. */
final class Report {
    private static final String COLUMNS =
            "  %-32s %7s %12s %12s %7s %9s %7s %7s %8s %8s %12s %10s%n";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;

    private static final double WORTH_A_WORD = 0.01;

    private final PrintWriter out;

    Report(PrintWriter out) {
        this.out = out;
    }

    void header(BenchPlan plan) {
        out.printf(
                "cleave bench %s%s, %s%n",
                plan.title(), plan.quick() ? " --quick" : "", LocalDate.now());
        String version = JdkRelease.version(plan.jdk());
        out.printf(
                "JDK %s, %s, %s, commit %s%n",
                version.isEmpty() ? plan.jdk() : version,
                Machine.processor(),
                Counted.of(Runtime.getRuntime().availableProcessors(), "processor"),
                Machine.commit());
        out.printf(
                "%s for each; median, best and spread of all their runs%n",
                Counted.of(plan.forks(), "virtual machine"));
        out.flush();
    }

    void program(Program program, boolean quick) {
        out.printf("%n%s: %s%n", program.name(), quick ? "quick size" : program.size());
        out.flush();
    }

    /** The table of one program. */
    void rows(List<Row> rows, Samples serial, Event.Facts facts) {
        out.printf(
                COLUMNS,
                "",
                "workers",
                "median ms",
                "best ms",
                "spread",
                "x serial",
                "x " + reference(rows),
                "T1/Tn",
                "ns/fork",
                "B/fork",
                "tasks",
                "steals");
        if (serial != null) {
            Statistics nanos = serial.nanos();
            out.printf(
                    COLUMNS,
                    "serial",
                    "",
                    millis(nanos.median() / NANOS_PER_MILLI),
                    millis(nanos.best() / NANOS_PER_MILLI),
                    percent(nanos.spread()),
                    "1.00",
                    "",
                    "",
                    "",
                    "",
                    "",
                    "");
        }
        for (Row row : rows) {
            out.printf(
                    COLUMNS,
                    name(row),
                    row.workers(),
                    millis(row.medianMs()),
                    millis(row.bestMs()),
                    percent(row.spread()),
                    number(row.ratioToSerial(), 2),
                    number(ratioToReference(row, rows), 2),
                    number(speedUp(row, rows), 2),
                    number(row.nsPerFork(), 1),
                    number(row.bytesPerFork(), 1),
                    row.tasks(),
                    row.steals());
        }
        barriers(rows, facts);
        out.flush();
    }

    /**
     * What bringing the workers together costs, where a program does it and has a serial version.
     */
    private void barriers(List<Row> rows, Event.Facts facts) {
        if (facts.barriers() == 0) {
            return;
        }
        for (Row row : rows) {
            if (row.serialMs() != null) {
                double cost = row.medianMs() - row.serialMs() / row.workers();
                out.printf(
                        Locale.ROOT,
                        "  %s, %s: %.2f us a barrier above a perfect division%n",
                        name(row),
                        Counted.of(row.workers(), "worker"),
                        cost * MICROS_PER_MILLI / facts.barriers());
            }
        }
    }

    /** What the paper has beside what was measured. */
    void paper(List<Row> rows) {
        new PaperFigures(rows, out).print();
    }

    /** What was to be reached, where the suite has aims, and whether it was. */
    void aims(BenchPlan plan, List<Row> rows) {
        Aims.print(plan.suite().name(), rows, out);
    }

    /** What it took to write the version with futures. */
    void changedLines(int lines) {
        out.printf("  future: the serial version with %s changed%n", Counted.of(lines, "line"));
        out.flush();
    }

    /** Where each worker's time went, for the peers that tell. */
    void times(List<Samples> samples) {
        for (Samples each : samples) {
            for (WorkerTime time : each.times()) {
                double all = Math.max(1, time.all());
                out.printf(
                        Locale.ROOT,
                        "  %-32s %7d  worker %d: compute %5.1f%%, seek %4.1f%%, join %4.1f%%,"
                                + " idle %4.1f%%%n",
                        name(each.peer().label(), each.scheduling()),
                        each.workers(),
                        time.worker(),
                        100 * time.compute() / all,
                        100 * time.seek() / all,
                        100 * time.join() / all,
                        100 * time.idle() / all);
            }
        }
        out.flush();
    }

    /** How much of the time was not this machine's, where that is worth a word. */
    void stolen(double share) {
        if (share >= WORTH_A_WORD) {
            out.printf(
                    Locale.ROOT,
                    "  meanwhile the host withheld %.0f%% of the processors' busy time%n",
                    100 * share);
            out.flush();
        }
    }

    /** The peers against the one to compare with, over all programs measured. */
    void summary(List<Row> rows) {
        String reference = reference(rows);
        Map<String, Map<String, Double>> ratios = new LinkedHashMap<>();
        for (Row row : rows) {
            Double ratio = ratioToReference(row, rows);
            if (ratio != null && !row.peer().equals(reference)) {
                ratios.computeIfAbsent(
                                name(row) + ", " + Counted.of(row.workers(), "worker"),
                                key -> new LinkedHashMap<>())
                        .put(row.program(), ratio);
            }
        }
        if (ratios.isEmpty()) {
            return;
        }
        out.printf("%nagainst %s in the same run, by medians (below 1 is faster)%n", reference);
        ratios.forEach(this::summaryLine);
        out.flush();
    }

    private void summaryLine(String who, Map<String, Double> ratios) {
        Map.Entry<String, Double> worst =
                ratios.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        Map.Entry<String, Double> best =
                ratios.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        out.printf(
                Locale.ROOT,
                "  %-44s geometric mean %.3f over %s; best %.2f (%s), worst %.2f (%s)%n",
                who,
                Statistics.geometricMean(ratios.values().stream().mapToDouble(Double::doubleValue)),
                Counted.of(ratios.size(), "program"),
                best.getValue(),
                best.getKey(),
                worst.getValue(),
                worst.getKey());
    }

    private static String name(Row row) {
        return name(row.peer(), row.scheduling());
    }

    private static String name(String peer, String scheduling) {
        return scheduling.equals("-") ? peer : peer + " " + scheduling;
    }

    /** Whom to compare with: tasks with a bottleneck or streams if there are such, else tasks. */
    private static String reference(List<Row> rows) {
        return Stream.of(Peer.WRONG, Peer.STREAM)
                .map(Peer::label)
                .filter(label -> rows.stream().anyMatch(row -> row.peer().equals(label)))
                .findFirst()
                .orElse(Peer.JUC.label());
    }

    private static Double ratioToReference(Row row, List<Row> rows) {
        String reference = reference(rows);
        return rows.stream()
                .filter(other -> other.program().equals(row.program()))
                .filter(other -> other.peer().equals(reference))
                .filter(other -> other.workers() == row.workers())
                .map(other -> row.medianMs() / other.medianMs())
                .findFirst()
                .orElse(null);
    }

    private static Double speedUp(Row row, List<Row> rows) {
        return rows.stream()
                .filter(other -> row.workers() > 1 && other.workers() == 1)
                .filter(other -> name(other).equals(name(row)))
                .map(other -> other.medianMs() / row.medianMs())
                .findFirst()
                .orElse(null);
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, value < 1 ? "%.5f" : "%.2f", value);
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * value);
    }

    private static String number(Double value, int digits) {
        return value == null ? "" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
