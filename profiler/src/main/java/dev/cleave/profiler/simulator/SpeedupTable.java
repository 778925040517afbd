package dev.cleave.profiler.simulator;

import dev.cleave.Scheduling;
import dev.cleave.profiler.text.Numbers;
import dev.cleave.profiler.workspan.WorkSpan;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** What a person reads: a row for each number of workers, and a curve of the speedups. */
final class SpeedupTable {
    private static final int CURVE_WIDTH = 48;
    private static final double PICOS = 1_000;

    private final WorkSpan workSpan;
    private final PrintStream out;

    SpeedupTable(WorkSpan workSpan, PrintStream out) {
        this.workSpan = workSpan;
        this.out = out;
    }

    void header(String graph, String costs, long seed) {
        print(
                "%s: work %s, span %s, parallelism %s, burdened parallelism %s; %s%n",
                graph,
                time(workSpan.work()),
                time(workSpan.span()),
                Numbers.factor(workSpan.parallelism()),
                Numbers.factor(workSpan.burdenedParallelism()),
                workSpan.tasks() == Long.MAX_VALUE
                        ? "more than 2^63 tasks"
                        : Numbers.count(workSpan.tasks(), "task", "tasks"));
        print("costs of %s, seed %d%n", costs, seed);
    }

    /**
     * The runs of one discipline.
     *
     * @param one the run with one worker
     */
    void rows(Scheduling scheduling, Outcome one, List<Outcome> outcomes) {
        print(
                "%n%-18s %10s %9s %9s %9s %10s %8s %8s %8s %8s%n",
                scheduling,
                "time",
                "T1/Tn",
                "at most",
                "x serial",
                "steals",
                "compute",
                "seek",
                "join",
                "idle");
        int most = 1;
        for (Outcome each : outcomes) {
            most = Math.max(most, each.workers());
            double all = Math.max(1, (double) each.time() * each.workers());
            print(
                    "%,10d %-7s %10s %9s %9s %9s %,10d %7.1f%% %7.1f%% %7.1f%% %7.1f%%%n",
                    each.workers(),
                    each.workers() == 1 ? "worker" : "workers",
                    time(each.time()),
                    Numbers.factor(each.speedup(one)),
                    Numbers.factor(limit(one, each.workers())),
                    Numbers.factor((double) each.time() / Math.max(1, workSpan.work())),
                    each.steals(),
                    100 * each.computing() / all,
                    100 * each.seeking() / all,
                    100 * each.joining() / all,
                    100 * each.idle() / all);
        }
        if (outcomes.size() > 1) {
            print(
                    "%nT1/Tn on a scale from 1 to %,d, each step to the right as large a factor;"
                            + " | is the most that the span allows%n",
                    most);
            for (Outcome each : outcomes) {
                int bar = column(each.speedup(one), most);
                int end = Math.max(bar, column(limit(one, each.workers()), most));
                print(
                        "%,10d %s%s| %s%n",
                        each.workers(),
                        "=".repeat(bar),
                        " ".repeat(end - bar),
                        Numbers.factor(each.speedup(one)));
            }
        }
    }

    /** No schedule does better than to use all workers all the time, or than the span. */
    private double limit(Outcome one, int workers) {
        return one.time() == 0
                ? 1
                : Math.min(workers, (double) one.time() / Math.max(1, workSpan.span()));
    }

    private static int column(double speedup, int most) {
        if (speedup <= 1 || most == 1) {
            return 0;
        }
        return (int) Math.round(CURVE_WIDTH * Math.log(speedup) / Math.log(most));
    }

    static String time(long picos) {
        return Numbers.columnTime(picos / PICOS);
    }

    private void print(String format, Object... args) {
        out.printf(Locale.ROOT, format, args);
    }
}
