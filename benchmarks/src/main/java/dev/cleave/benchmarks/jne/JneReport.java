package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.JdkRelease;
import dev.cleave.benchmarks.Machine;
import dev.cleave.benchmarks.Statistics;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Shows what was found, beside what the paper has. */
final class JneReport {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;
    private static final String ROW = "  %-22s %-28s %10s %8s %9s %13s %11s %10s%n";

    private final PrintWriter out;

    JneReport(PrintWriter out) {
        this.out = out;
    }

    void header(JnePlan plan) {
        out.printf(
                "cleave bench jne%s, %s%n",
                plan.quick() ? " --quick" : plan.full() ? " --full" : "", LocalDate.now());
        String version = JdkRelease.version(plan.jdk());
        out.printf(
                "JDK %s, %s, %d processors, commit %s%n",
                version.isEmpty() ? plan.jdk() : version,
                Machine.processor(),
                plan.processors(),
                Machine.commit());
        out.flush();
    }

    void print(JnePlan plan, JneResults results) {
        standalones(results);
        for (Workload workload : plan.workloads()) {
            List<WorkloadResult> measured =
                    results.workloads.stream()
                            .filter(result -> result.workload() == workload)
                            .toList();
            if (!measured.isEmpty()) {
                workload(plan, results, workload, measured);
            }
        }
        changes(results.changes);
        costs(results.costs);
        losses(results.losses);
        aims(results);
        out.flush();
    }

    private void standalones(JneResults results) {
        Map<Standalones.Key, Statistics> measured = results.standalones.statistics();
        if (measured.isEmpty()) {
            return;
        }
        out.printf("%neach program alone%n");
        out.printf(
                "  %-20s %-12s %7s %12s %12s %7s %8s%n",
                "", "", "workers", "median ms", "best ms", "spread", "speedup");
        measured.forEach(
                (key, nanos) ->
                        out.printf(
                                "  %-20s %-12s %7d %12s %12s %7s %8s%n",
                                key.peer() == WorkloadPeer.SERIAL
                                        ? size(key.kernel(), key.size())
                                        : "",
                                key.peer().label(),
                                key.workers(),
                                number(nanos.median() / NANOS_PER_MILLI, 1),
                                number(nanos.best() / NANOS_PER_MILLI, 1),
                                number(PERCENT * nanos.spread(), 0) + "%",
                                number(
                                        results.standalones.serial(key.kernel(), key.size())
                                                / nanos.median(),
                                        2)));
    }

    private static String size(Kernel kernel, Kernel.Size size) {
        return kernel.label()
                + switch (size) {
                    case PAPER -> "";
                    case FINE -> " (fine)";
                    case QUICK -> " (quick)";
                };
    }

    private void workload(
            JnePlan plan, JneResults results, Workload workload, List<WorkloadResult> measured) {
        out.printf(
                "%n%s, %s: %s%n",
                workload.label(),
                workload.isOverloaded() ? "overloaded" : "not overloaded",
                measured.get(0).programs().stream()
                        .map(
                                program ->
                                        size(program.kernel(), workload.size(plan.quick()))
                                                + " wants "
                                                + program.wanted())
                        .collect(Collectors.joining(", ")));
        out.printf(
                ROW,
                "",
                "performance, each program",
                "throughput",
                "x juc",
                "fairness",
                "migrations/s",
                "of workers",
                "switches/s");
        PaperTables.Table table = PaperTables.of(workload);
        if (table != null) {
            for (PaperTables.Row row : table.rows()) {
                out.printf(
                        ROW,
                        "table " + table.number() + ", " + row.series(),
                        performance(DoubleStream.of(row.performance())),
                        "",
                        "",
                        number(fairness(row.performance()), 2),
                        number(row.migrationsPerSecond(), 1),
                        "-",
                        "-");
            }
        }
        for (WorkloadResult result : measured) {
            out.printf(
                    ROW,
                    result.peer().label(),
                    performance(
                            result.programs().stream()
                                    .mapToDouble(WorkloadResult.Program::performance)),
                    number(result.throughput(), 2),
                    number(results.timesJuc(workload, result.peer()).orElse(null), 2),
                    number(result.fairness(), 2),
                    number(result.migrationsPerSecond(), 1),
                    number(result.workerMigrationsPerSecond(), 1),
                    number(result.switchesPerSecond(), 0));
        }
    }

    private static String performance(DoubleStream programs) {
        return programs.mapToObj(each -> String.format(Locale.ROOT, "%6.2f", each))
                .collect(Collectors.joining(" "));
    }

    /** The least performance by the largest is the least slowdown by the largest, too. */
    private static double fairness(double[] performance) {
        return DoubleStream.of(performance).min().orElseThrow()
                / DoubleStream.of(performance).max().orElseThrow();
    }

    private void changes(List<Change> changes) {
        if (changes.isEmpty()) {
            return;
        }
        out.printf("%nlimits changed under a running pool: until it has fewer workers, and more%n");
        out.printf(
                "  %-42s %-10s %9s %9s  %-28s %12s%n",
                "", "", "fewer ms", "more ms", "runs/s before, during, after", "throttled/s");
        for (Change change : changes) {
            out.printf(
                    "  %-42s %-10s %9s %9s  %-28s %12s%n",
                    change.what(),
                    change.peer().label(),
                    change.shrinkMillis() == null ? "never" : number(change.shrinkMillis(), 0),
                    change.growMillis() == null ? "never" : number(change.growMillis(), 0),
                    performance(DoubleStream.of(change.runsPerSecond())),
                    number(change.throttledPerSecond(), 1));
        }
    }

    private void costs(CostsExperiment.Costs costs) {
        if (costs != null) {
            out.printf(
                    "%ncosts: cpusCurrent() %s ns; manager with %d idle programs %s %% of a"
                            + " processor, %s MiB%n",
                    number(costs.cpusCurrentNanos(), 2),
                    costs.idlePrograms(),
                    number(costs.managerPercent(), 3),
                    number(costs.managerMib(), 1));
        }
    }

    private void losses(List<Loss> losses) {
        if (losses.isEmpty()) {
            return;
        }
        out.printf("%nfailures: how long until programs have what is theirs%n");
        out.printf("  %-60s %6s %10s %9s %9s%n", "", "times", "median ms", "worst ms", "aim");
        for (Loss loss : losses) {
            out.printf(
                    "  %-60s %6d %10s %9s %9s  %s%n",
                    loss.what(),
                    loss.times(),
                    number(loss.medianMillis(), 0),
                    number(loss.worstMillis(), 0),
                    "<= " + number(loss.aimMillis(), 0),
                    loss.isReached() ? "reached" : "missed");
        }
    }

    private void aims(JneResults results) {
        out.printf("%naims; under the manager, its default policy%n");
        out.printf("  %-56s %10s %9s%n", "", "here", "aim");
        for (JneAims.Aim aim : JneAims.of(results)) {
            out.printf(
                    "  %-56s %10s %9s  %s%n",
                    aim.what(),
                    aim.here() != null && aim.here().isInfinite() ? "never" : number(aim.here(), 2),
                    aim.bound(),
                    aim.verdict());
        }
    }

    private static String number(Double value, int digits) {
        return value == null ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
