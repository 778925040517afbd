package dev.cleave.cli;

import dev.cleave.benchmarks.Bench;
import dev.cleave.benchmarks.BenchOptions;
import dev.cleave.benchmarks.Catalogue;
import dev.cleave.benchmarks.OptionChecks;
import dev.cleave.benchmarks.PaperCatalogue;
import dev.cleave.benchmarks.UsageException;
import dev.cleave.benchmarks.actors.ActorsBench;
import dev.cleave.benchmarks.actors.ActorsOptions;
import dev.cleave.benchmarks.costs.CostsBench;
import dev.cleave.benchmarks.costs.CostsOptions;
import dev.cleave.benchmarks.jne.JneBench;
import dev.cleave.benchmarks.jne.JneOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cleave bench}: reads the options; the work is done where the programs are. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measure programs: serial, on java.util.concurrent and on Cleave, in turn.",
            "",
            "Every measurement runs in a virtual machine of its own, and several times over. Each result"
                    + " is compared with that of the serial version; one that differs, or a measurement"
                    + " that fails, is reported, and makes the exit status 1.",
            "",
            "Suites fjtask, fjava, dblfutures and javagrande have the papers' programs. Those of futures and"
                    + " overhead fork at every call, by @Future and by task objects; streams has lambdas"
                    + " beside parallel streams.",
            "",
            "Suite bottlenecks has a study's examples on java.util.concurrent: with the bottleneck, without"
                    + " it by hand, as ./cleave fix repairs them, and with futures.",
            "",
            "Suite checks has, for each check, a wrong and a right version of one small computation,"
                    + " measured in turn by JMH: about ten minutes.",
            "",
            "Suite jne runs four programs at a time, as a paper does: on java.util.concurrent with one"
                    + " worker or with all processors each, on Cleave with a fixed number, one that"
                    + " follows the container, or one from a CPU manager of its own, with each policy.",
            "",
            "Suite actors runs a study's programs on Apache Pekko: on its own dispatcher, as it is and"
                    + " with a thread for each processor, and on Cleave's."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave bench fjtask --quick",
            "  ./cleave bench overhead --programs fib,nqueens --workers 1,2",
            "  ./cleave bench overhead --programs burst,tiny --busy 2",
            "  ./cleave bench fjava --quick --scheduling SPLIT,THE --json rows.json",
            "  ./cleave bench bottlenecks --quick --programs users,filter",
            "  ./cleave bench checks --programs FJ8,FJ13",
            "  ./cleave bench jne --programs workload-2 --peers juc,dynamic --plot jne.svg",
            "  ./cleave bench actors --quick"
        })
final class BenchCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "SUITE",
            completionCandidates = SuiteNames.class,
            description = "One of: ${COMPLETION-CANDIDATES}.")
    private String suite;

    @Option(
            names = "--quick",
            description = "Small sizes, so that a suite ends within minutes on two processors.")
    private boolean quick;

    @Option(
            names = "--full",
            description =
                    "Suite jne: run each workload until a program has run ten times, as in the"
                            + " paper, however long that takes. Without it, a workload also ends when"
                            + " its part of 15 minutes is over.")
    private boolean full;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Also write the rows into FILE, as a JSON array; - prints them, and the tables go"
                            + " to the error stream.")
    private Path json;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Suite jne: draw the workloads into FILE, as SVG.")
    private Path plot;

    @Option(
            names = "--jdk",
            paramLabel = "HOME",
            description = "The JDK to measure with, 17 or later. Default: the one that runs this.")
    private Path jdk;

    @Option(
            names = "--peers",
            paramLabel = "LIST",
            split = ",",
            description = {
                "What to compare: juc, cleave, cleave-lambda, future, future-forking, region, phaser,"
                        + " bare-threads, thread, cached-thread, virtual-thread;",
                "suite bottlenecks: wrong, right, repaired, future;",
                "suite streams: stream, cleave-caller;",
                "suite jne: one-worker, juc, fixed, container, fcfs, round-robin, equipartition,"
                        + " dynamic, performance;",
                "suite actors: pekko, pekko-sized, cleave.",
                "Default: all that the suite has.",
                "Only if asked for: cleave-jfr, cleave-untimed (what recording and clocks cost),"
                        + " elision (the same task objects without a pool)."
            })
    private List<String> peers = new ArrayList<>();

    @Option(
            names = "--workers",
            paramLabel = "LIST",
            converter = WorkerListConverter.class,
            description =
                    "Sizes of pool from 1 to 32767, separated by commas; 1..16 doubles from 1, 1-4"
                            + " takes each. Default: 1, and as many as there are processors.")
    private WorkerList workers;

    @Option(
            names = "--scheduling",
            paramLabel = "LIST",
            split = ",",
            description = {
                "Disciplines for Cleave's pool, or all.",
                "Default: all in suite fjava, the default one in the others."
            })
    private List<String> scheduling = new ArrayList<>();

    @Option(
            names = "--programs",
            paramLabel = "LIST",
            split = ",",
            description = {
                "Programs of the suite; of checks, their ids; of jne, workload-1, workload-2,"
                        + " workload-2-fine, workload-3, workload-4, limits (quotas, affinity and"
                        + " grants that change), costs (of the CPU manager), failures (programs and"
                        + " managers killed and stopped).",
                "Default: all."
            })
    private List<String> programs = new ArrayList<>();

    @Option(
            names = "--forks",
            paramLabel = "N",
            description =
                    "Virtual machines for each measurement. Default: 5, quick 2; jne 2, quick 1;"
                            + " actors 3.")
    private Integer forks;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long one run may take before it is killed. Default: 900, quick 60.")
    private Integer timeoutSeconds;

    @Option(
            names = "--busy",
            paramLabel = "N",
            description =
                    "Threads that compute all the time beside what is measured, as other programs"
                            + " would; not in suites checks, jne and actors. Default: none.")
    private Integer busyThreads;

    @Option(
            names = "--jvm-arg",
            paramLabel = "OPTION",
            description =
                    "An option for the virtual machines, as --jvm-arg=-XX:+UseParallelGC;"
                            + " repeatable.")
    private List<String> jvmArguments = new ArrayList<>();

    /** Where the tables go. */
    private PrintWriter tables;

    /** The suites, for help and completion. */
    static final class SuiteNames implements Iterable<String> {
        private static List<String> all() {
            return Stream.concat(
                            new PaperCatalogue().suites().stream().map(Catalogue.Suite::name),
                            Stream.of(CostsBench.NAME, JneBench.NAME, ActorsBench.NAME))
                    .toList();
        }

        @Override
        public Iterator<String> iterator() {
            return all().iterator();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        tables = spec.commandLine().getOut();
        if (!OutputFiles.STANDARD_OUTPUT.equals(json)) {
            return measure();
        }
        try (ScratchFolder scratch = ScratchFolder.create()) {
            PrintWriter out = tables;
            tables = spec.commandLine().getErr();
            json = scratch.path().resolve("rows.json");
            int status = measure();
            out.print(Files.readString(json));
            out.flush();
            return status;
        }
    }

    private int measure() throws IOException, InterruptedException {
        Failures.requireJvmOptions(spec, jvmArguments);
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            Failures.require(
                    spec,
                    !(option.getValue() instanceof List<?> named && named.isEmpty()),
                    option.longestName() + " names nothing: name something, or leave it out");
        }
        new OutputFiles().writes("--json", json).writes("--plot", plot);
        try {
            OptionChecks.choose("suite", suite, SuiteNames.all(), Function.identity(), "suites");
            return switch (suite) {
                case CostsBench.NAME -> runCosts();
                case JneBench.NAME -> runJne();
                case ActorsBench.NAME -> runActors();
                default -> runSuite();
            };
        } catch (UsageException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage(), failure);
        } catch (FileSystemException unwritten) {
            throw CommandFailure.of(unwritten);
        }
    }

    private int runSuite() throws IOException, InterruptedException {
        if (full || plot != null) {
            throw new UsageException("--full and --plot are for suite jne only: leave them out");
        }
        return Bench.run(
                new BenchOptions(
                        suite,
                        quick,
                        json,
                        jdk,
                        peers,
                        workers == null ? List.of() : workers.counts(),
                        scheduling,
                        programs,
                        forks,
                        timeoutSeconds,
                        busyThreads,
                        jvmArguments),
                tables,
                spec.commandLine().getErr());
    }

    private int runCosts() throws IOException {
        if (full
                || plot != null
                || !peers.isEmpty()
                || workers != null
                || !scheduling.isEmpty()
                || busyThreads != null) {
            throw new UsageException(
                    "suite checks has two versions of each program on a pool of two workers, and no"
                            + " plot: leave --full, --plot, --peers, --workers, --scheduling and"
                            + " --busy out");
        }
        return CostsBench.run(
                new CostsOptions(quick, json, jdk, programs, forks, timeoutSeconds, jvmArguments),
                tables,
                spec.commandLine().getErr());
    }

    private int runActors() throws IOException, InterruptedException {
        if (full
                || plot != null
                || workers != null
                || !scheduling.isEmpty()
                || busyThreads != null) {
            throw new UsageException(
                    "suite actors has one size beside --quick, no plot, and what dispatchers are"
                            + " configured for: leave --full, --plot, --workers, --scheduling and"
                            + " --busy out");
        }
        return ActorsBench.run(
                new ActorsOptions(
                        quick, json, jdk, peers, programs, forks, timeoutSeconds, jvmArguments),
                tables,
                spec.commandLine().getErr());
    }

    private int runJne() throws IOException, InterruptedException {
        if (workers != null || !scheduling.isEmpty() || busyThreads != null) {
            throw new UsageException(
                    "suite jne has numbers of workers of its own, one scheduling, and programs that"
                            + " disturb one another: leave --workers, --scheduling and --busy out");
        }
        return JneBench.run(
                new JneOptions(
                        quick,
                        full,
                        json,
                        plot,
                        jdk,
                        peers,
                        programs,
                        forks,
                        timeoutSeconds,
                        jvmArguments,
                        List.of(Main.class.getName(), "manager")),
                tables,
                spec.commandLine().getErr());
    }
}
