package dev.cleave.benchmarks.costs;

import dev.cleave.benchmarks.Counted;
import dev.cleave.benchmarks.JdkRelease;
import dev.cleave.benchmarks.Machine;
import dev.cleave.benchmarks.OptionChecks;
import dev.cleave.benchmarks.UsageException;
import dev.cleave.benchmarks.WrittenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures the pairs by JMH: {@code ./cleave bench checks}. The wrong and the right version of a
 * pair take turns, each time in a virtual machine of its own.
 */
public final class CostsBench {
    /** The name of the suite. */
    public static final String NAME = "checks";

    private static final int MOST_FORKS = 100;
    private static final int MOST_SECONDS = 86_400;
    private static final int ITERATIONS = 4;
    private static final TimeValue ITERATION = TimeValue.milliseconds(250);

    private final CostsOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Path jdk;
    private final List<CheckedPair> pairs;
    private final int forks;
    private final int timeoutSeconds;
    private boolean failed;

    private CostsBench(CostsOptions options, PrintWriter out, PrintWriter err) {
        this.options = options;
        this.out = out;
        this.err = err;
        jdk = OptionChecks.jdk(options.jdk());
        OptionChecks.file("--json", options.json());
        pairs =
                options.checks().isEmpty()
                        ? List.of(CheckedPair.values())
                        : OptionChecks.chooseAll(
                                "check",
                                options.checks(),
                                List.of(CheckedPair.values()),
                                CheckedPair::name,
                                "measured here");
        forks =
                OptionChecks.between(
                        "--forks", options.forks(), MOST_FORKS, options.quick() ? 2 : 5);
        timeoutSeconds =
                OptionChecks.between("--timeout", options.timeoutSeconds(), MOST_SECONDS, 60);
    }

    /**
     * Measures, on the calling thread: some five seconds for each pair and virtual machine.
     *
     * @param out takes the table
     * @param err takes what went wrong
     * @return the exit status: 0, or 1 if a measurement failed
     * @throws UsageException if the options make no sense; nothing has been measured then
     * @throws IOException if a file cannot be written
     */
    public static int run(CostsOptions options, PrintWriter out, PrintWriter err)
            throws IOException {
        return new CostsBench(options, out, err).run();
    }

    private int run() throws IOException {
        header();
        List<CostRow> rows = new ArrayList<>();
        Path log = Files.createTempFile("cleave-bench", ".log");
        log.toFile().deleteOnExit();
        leaveNoLock();
        for (CheckedPair pair : pairs) {
            try {
                CostRow row = measure(pair, log);
                rows.add(row);
                print(row);
            } catch (RunnerException failure) {
                failed = true;
                err.printf(
                        "cleave bench: %s cannot be measured: %s%n%s%n",
                        pair, failure.getMessage(), Files.readString(log));
                err.flush();
            }
        }
        if (options.json() != null) {
            WrittenFile.write(options.json(), CostRow.json(rows));
        }
        return failed ? 1 : 0;
    }

    /** JMH locks a file, so that no two measure at a time, and leaves it where it was. */
    private static void leaveNoLock() {
        Path lock = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
        if (!Files.exists(lock)) {
            lock.toFile().deleteOnExit();
        }
    }

    private CostRow measure(CheckedPair pair, Path log) throws RunnerException {
        List<CostRow.Side> wrong = new ArrayList<>();
        List<CostRow.Side> right = new ArrayList<>();
        for (int fork = 0; fork < forks; fork++) {
            // In turn, and the other way round each time: a drift of the machine favours nobody.
            if (fork % 2 == 0) {
                wrong.add(measure(pair, "wrong", log));
                right.add(measure(pair, "right", log));
            } else {
                right.add(measure(pair, "right", log));
                wrong.add(measure(pair, "wrong", log));
            }
        }
        return CostRow.of(pair, wrong, right);
    }

    private CostRow.Side measure(CheckedPair pair, String version, Path log)
            throws RunnerException {
        List<String> arguments = new ArrayList<>(List.of("-Xms1g", "-Xmx1g"));
        arguments.addAll(options.jvmArguments());
        RunResult result =
                new Runner(
                                new OptionsBuilder()
                                        .include(
                                                "^"
                                                        + pair.pair().getName().replace(".", "\\.")
                                                        + "\\."
                                                        + version
                                                        + "$")
                                        .forks(1)
                                        .warmupIterations(ITERATIONS)
                                        .warmupTime(ITERATION)
                                        .measurementIterations(ITERATIONS)
                                        .measurementTime(ITERATION)
                                        .timeout(TimeValue.seconds(timeoutSeconds))
                                        .jvm(OptionChecks.java(jdk).toString())
                                        .jvmArgs(arguments.toArray(String[]::new))
                                        .addProfiler(GCProfiler.class)
                                        .shouldFailOnError(true)
                                        .output(log.toString())
                                        .build())
                        .runSingle();
        Double chances = count(result, "chances");
        return new CostRow.Side(
                result.getPrimaryResult().getScore(),
                count(result, "gc.alloc.rate.norm"),
                chances == null ? null : count(result, "faults") / chances);
    }

    /** What was counted beside the time; null if that was not. */
    private static Double count(RunResult result, String name) {
        Result<?> counted = result.getSecondaryResults().get(name);
        return counted == null ? null : counted.getScore();
    }

    private void header() {
        out.printf(
                "cleave bench %s%s: %s, %s, load %.1f, JDK %s, commit %s, JMH,"
                        + " %s each, pools of %d workers%n%n",
                NAME,
                options.quick() ? " --quick" : "",
                Machine.processor(),
                Counted.of(Runtime.getRuntime().availableProcessors(), "processor"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                JdkRelease.version(jdk),
                Machine.commit(),
                Counted.of(forks, "virtual machine"),
                Pair.WORKERS);
        out.printf(
                "%-5s %-22s %10s %10s %14s %15s %12s %12s %7s%n",
                "check",
                "",
                "wrong us",
                "right us",
                "wrong / right",
                "least to most",
                "wrong B",
                "right B",
                "faults");
        out.flush();
    }

    private void print(CostRow row) {
        out.printf(
                "%-5s %-22s %10.1f %10.1f %14.2f %15s %12.0f %12.0f %7s%n",
                row.check(),
                row.pair(),
                row.wrongUs(),
                row.rightUs(),
                row.ratio(),
                String.format("%.2f to %.2f", row.leastRatio(), row.mostRatio()),
                row.wrongBytes(),
                row.rightBytes(),
                row.wrongFaults() == null ? "" : String.format("%.1f %%", 100 * row.wrongFaults()));
        out.flush();
    }
}
