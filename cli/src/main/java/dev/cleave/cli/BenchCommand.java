package dev.cleave.cli;

import dev.cleave.benchmarks.Bench;
import dev.cleave.benchmarks.BenchOptions;
import dev.cleave.benchmarks.Catalogue;
import dev.cleave.benchmarks.PaperCatalogue;
import dev.cleave.benchmarks.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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
            "Measure the papers' programs: serial, on java.util.concurrent and on Cleave, in turn.",
            "",
            "Every measurement runs in a virtual machine of its own, and several times over. Each result"
                    + " is compared with that of the serial version; one that differs, or a measurement"
                    + " that fails, is said, and makes the exit status 1."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave bench fjtask --quick",
            "  ./cleave bench overhead --programs fib,nqueens --workers 1,2",
            "  ./cleave bench fjava --quick --scheduling SPLIT,THE --json rows.json"
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
            description = "Small sizes, so that a suite ends within two minutes on two processors.")
    private boolean quick;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the rows there too, as a JSON array.")
    private Path json;

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
                "Of juc, cleave, cleave-lambda, future, future-forking, thread, cached-thread,",
                "virtual-thread.",
                "Default: all that the suite has."
            })
    private List<String> peers = new ArrayList<>();

    @Option(
            names = "--workers",
            paramLabel = "LIST",
            split = ",",
            description =
                    "Sizes of pool, each from 1 to 32767. Default: 1 and the processors here.")
    private List<String> workers = new ArrayList<>();

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
            description = "Programs of the suite. Default: all.")
    private List<String> programs = new ArrayList<>();

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Virtual machines for each measurement. Default: 5, quick 2.")
    private Integer forks;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long one run may take before it is killed. Default: 900, quick 60.")
    private Integer timeoutSeconds;

    @Option(
            names = "--jvm-arg",
            paramLabel = "OPTION",
            description = "For the virtual machines, as --jvm-arg=-XX:+UseParallelGC; repeatable.")
    private List<String> jvmArguments = new ArrayList<>();

    /** The suites, for help and completion. */
    static final class SuiteNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return new PaperCatalogue().suites().stream().map(Catalogue.Suite::name).iterator();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            return Bench.run(
                    new BenchOptions(
                            suite,
                            quick,
                            json,
                            jdk,
                            peers,
                            workers,
                            scheduling,
                            programs,
                            forks,
                            timeoutSeconds,
                            jvmArguments),
                    spec.commandLine().getOut(),
                    spec.commandLine().getErr());
        } catch (UsageException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage(), failure);
        }
    }
}
