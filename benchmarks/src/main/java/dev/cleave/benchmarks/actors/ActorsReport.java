package dev.cleave.benchmarks.actors;

import dev.cleave.benchmarks.JdkRelease;
import dev.cleave.benchmarks.Machine;
import dev.cleave.benchmarks.Statistics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Prints Table III of the study, with what was measured here. */
final class ActorsReport {
    /** What the geometric mean of the speedups is to be, and the least of them. */
    private static final double AIM_MEAN = 1.3;

    private static final double AIM_LEAST = 0.95;

    private final PrintWriter out;

    ActorsReport(PrintWriter out) {
        this.out = out;
    }

    void header(Path jdk, boolean quick, int forks) {
        out.printf(
                "cleave bench %s%s: %s, %d processors, JDK %s, commit %s, %d virtual machines each%n%n",
                ActorsBench.NAME,
                quick ? " --quick" : "",
                Machine.processor(),
                Runtime.getRuntime().availableProcessors(),
                JdkRelease.version(jdk),
                Machine.commit(),
                forks);
        out.printf(
                "%-16s %-12s %12s %10s %12s %6s %9s %9s%n",
                "program",
                "dispatcher",
                "median ms",
                "σ ms",
                "best ms",
                "runs",
                "speedup",
                "study");
        out.flush();
    }

    void row(ActorsProgram program, ActorsRow row) {
        boolean cleave = row.peer().equals(ActorsPeer.CLEAVE.label());
        out.printf(
                "%-16s %-12s %12.1f %10.1f %12.1f %6d %9s %9s%n",
                row.program(),
                row.peer(),
                row.medianMs(),
                row.sigmaMs(),
                row.bestMs(),
                row.runs(),
                row.speedup() == null ? "" : String.format("%.2f x", row.speedup()),
                cleave ? String.format("%.2f x", program.studySpeedup()) : "");
        out.flush();
    }

    /** Sums up Cleave's rows, if Pekko was measured beside it. */
    void aims(List<ActorsRow> rows, boolean allPrograms) {
        List<Double> speedups =
                rows.stream()
                        .filter(row -> row.peer().equals(ActorsPeer.CLEAVE.label()))
                        .map(ActorsRow::speedup)
                        .filter(Objects::nonNull)
                        .toList();
        if (speedups.isEmpty()) {
            return;
        }
        double mean = Statistics.geometricMean(speedups.stream().mapToDouble(s -> s));
        double least = speedups.stream().mapToDouble(s -> s).min().orElseThrow();
        out.printf("%ngeometric mean %.2f x, least %.2f x%n", mean, least);
        if (allPrograms) {
            out.printf(
                    "aims: geometric mean at least %.2f x: %s; none below %.2f x: %s%n",
                    AIM_MEAN, met(mean >= AIM_MEAN), AIM_LEAST, met(least >= AIM_LEAST));
        }
        out.flush();
    }

    private static String met(boolean met) {
        return met ? "met" : "missed";
    }
}
