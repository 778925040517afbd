package dev.cleave.cli;

import dev.cleave.Scheduling;
import dev.cleave.profiler.graph.GraphPrograms;
import dev.cleave.profiler.simulator.Simulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cleave simulate}: reads the options; the simulator gets a virtual machine of its own. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Say how long 1 to 1,024 workers would take for a task graph, and why not less.",
            "",
            "The graph is that of a program named with its size, or a file, or what is recorded of"
                    + " a program when it runs on one worker. Its work and span are"
                    + " computed exactly; then every discipline's workers run it in simulated time,"
                    + " with what forks, joins and steals cost on a real machine.",
            "",
            "Programs, and what their unit of work is:",
            "  fib:N[:THRESHOLD]             a call",
            "  chain:N                       a strand; no parallelism",
            "  diamond:N                     a strand; N of them side by side",
            "  map-reduce:N                  an element, or combining two",
            "  loop:N[:GRAIN]                an iteration",
            "  tree:N[:SEED]                 a node; irregular",
            "  integrate:TOLERANCE           an interval; irregular",
            "  mm:SIZE[:BLOCK]               a product of two elements",
            "  lu:SIZE[:BLOCK]               a product of two elements",
            "  jacobi:SIZE[:STEPS[:TILE]]    a cell",
            "  sort:N[:THRESHOLD]            a comparison"
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave simulate fib:30",
            "  ./cleave simulate lu:4096 --workers 1-30 --scheduling SPLIT,CHASE_LEV",
            "  ./cleave simulate examples/Sort.java --workers 1..64",
            "  ./cleave simulate --calibrate costs.json",
            "  ./cleave simulate tree:100000 --costs costs.json --measure 1,2",
            "",
            "docs/simulator.md says what is simulated, and describes the file of a graph."
        })
final class SimulateCommand implements Callable<Integer> {
    /** The task graphs of ten million tasks fit; {@code docs/simulator.md} tells how much more. */
    private static final String HEAP = "-Xmx4g";

    private static final int MOST_MEASURED = 256;

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "GRAPH",
            description =
                    "A program with its numbers, as in fib:30, or a file of a graph; or FILE.java, a"
                            + " folder or a jar, which is run as by cleave run, and its graph"
                            + " recorded.")
    private String graph;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENT",
            description =
                    "For a program that is run. Put -- before them if one starts with a dash.")
    private List<String> arguments = new ArrayList<>();

    @Option(
            names = "--workers",
            paramLabel = "LIST",
            defaultValue = "1..1024",
            converter = WorkerListConverter.class,
            description =
                    "Numbers of workers from 1 to 32767, separated by commas; 1..1024 doubles from 1,"
                            + " 1-30 takes each. Default: ${DEFAULT-VALUE}.")
    private WorkerList workers;

    @Option(
            names = "--scheduling",
            paramLabel = "NAME",
            split = ",",
            converter = SchedulingConverter.class,
            completionCandidates = SchedulingConverter.class,
            description =
                    "Disciplines, separated by commas: ${COMPLETION-CANDIDATES}. Default: SPLIT.")
    private List<Scheduling> scheduling = List.of(Scheduling.DEFAULT);

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description =
                    "For the random choices: the same seed gives the same result. Default: 1.")
    private long seed;

    @Option(
            names = "--unit",
            paramLabel = "NANOS",
            description =
                    "How long a program's unit takes, instead of the time that it took on the"
                            + " reference machine.")
    private Double unit;

    @Option(
            names = "--deal-interval",
            paramLabel = "NANOS",
            description =
                    "The δ of SENDER_INITIATED, the time between two deals. Default: 0, which adapts"
                            + " it.")
    private Long dealInterval;

    @Option(
            names = "--steal-cost",
            paramLabel = "FACTOR",
            description = "Multiply all that a steal costs by this.")
    private Double stealCost;

    @Option(
            names = "--costs",
            paramLabel = "FILE",
            description = "What operations cost, as --calibrate has written it.")
    private Path costs;

    @Option(
            names = "--calibrate",
            paramLabel = "FILE",
            description =
                    "Measure what operations cost on this machine, in some ten seconds, and write it.")
    private Path calibrate;

    @Option(
            names = "--measure",
            paramLabel = "LIST",
            converter = WorkerListConverter.class,
            description =
                    "Also run the graph for real with these numbers of workers, its strands as loops"
                            + " that last as long, and compare.")
    private WorkerList measure;

    @Option(
            names = "--main",
            paramLabel = "CLASS",
            description =
                    "The class to start, where a program that is run has several with a main"
                            + " method.")
    private String mainClass;

    @Mixin private ClassPathOption classPath;

    @Option(
            names = "--jvm-arg",
            paramLabel = "OPTION",
            description =
                    "An option for the virtual machine of a program that is run, as"
                            + " --jvm-arg=-Xmx4g; repeatable.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Also write all numbers into FILE; - prints them in place of the table, and what"
                            + " a program that is run prints goes to the error stream.")
    private Path json;

    @Option(names = "--save", paramLabel = "FILE", description = "Also write the graph into FILE.")
    private Path save;

    @Override
    public Integer call() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(ChildJvm.java().toString());
        command.add(HEAP);
        command.add("-XX:+UseSerialGC");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Simulator.class.getName());
        command.addAll(calibrate == null ? simulation() : calibration());
        try (ScratchFolder scratch = ScratchFolder.create()) {
            if (isProgram()) {
                Path recorded = scratch.path().resolve("graph");
                boolean[] started = {true};
                int status = record(recorded, started);
                if (!started[0]) {
                    return status; // and why has been said
                }
                if (status != 0) {
                    throw new CommandFailure(
                            graph
                                    + " ended with status "
                                    + status
                                    + ": only a program that ends with 0 is simulated");
                }
                if (!Files.exists(recorded)) {
                    return 1; // the run has said why
                }
                command.add("graph=" + recorded);
                command.add("name=" + graph);
            }
            return ChildJvm.run(command, scratch);
        }
    }

    /** What the simulator is told, after a check that it can be done. */
    private List<String> simulation() {
        check();
        List<String> options = new ArrayList<>();
        options.add("graph=" + graph);
        options.add("workers=" + workers);
        options.add(
                "scheduling="
                        + scheduling.stream().map(Enum::name).collect(Collectors.joining(",")));
        options.add("seed=" + seed);
        add(options, "unit", unit);
        add(options, "deal", dealInterval);
        add(options, "steals", stealCost);
        add(options, "costs", costs);
        add(options, "measure", measure);
        add(options, "json", json);
        add(options, "save", save);
        return options;
    }

    private List<String> calibration() {
        Failures.require(spec, graph == null, "--calibrate takes no graph: leave out " + graph);
        Failures.require(
                spec,
                spec.commandLine().getParseResult().matchedOptions().size() == 1,
                "--calibrate only measures what operations cost: leave out the other options");
        new OutputFiles().writes("--calibrate", calibrate);
        return List.of("calibrate=" + calibrate);
    }

    /** Whether the graph is what a run of a program shows. */
    private boolean isProgram() {
        return graph != null
                && Files.exists(Path.of(graph))
                && (graph.endsWith(".java")
                        || Files.isDirectory(Path.of(graph))
                        || JarProgram.isOne(Path.of(graph)));
    }

    /**
     * Runs the program.
     *
     * @param started becomes false if that fails: the status is then not the program's
     */
    private int record(Path to, boolean[] started) {
        List<String> run = new ArrayList<>(List.of("run", "--work-span", "--graph=" + to));
        if (mainClass != null) {
            run.add("--main=" + mainClass);
        }
        if (!classPath.text().isEmpty()) {
            run.add("--classpath=" + classPath.text());
        }
        jvmArguments.forEach(argument -> run.add("--jvm-arg=" + argument));
        run.addAll(List.of(graph, "--"));
        run.addAll(arguments);
        return Main.commandLine()
                .setOut(printsNumbers() ? spec.commandLine().getErr() : spec.commandLine().getOut())
                .setErr(spec.commandLine().getErr())
                .setParameterExceptionHandler(
                        (failure, args) -> {
                            started[0] = false;
                            return Failures.usage(
                                    new ParameterException(
                                            spec.commandLine(), failure.getMessage(), failure),
                                    args);
                        })
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            started[0] = false;
                            return Failures.execution(failure, spec.commandLine(), parsed);
                        })
                .execute(run.toArray(String[]::new));
    }

    /** Whether nothing else may be printed. */
    private boolean printsNumbers() {
        return OutputFiles.STANDARD_OUTPUT.equals(json);
    }

    private void check() {
        Failures.require(spec, graph != null, "say which GRAPH: a file, or a program as in fib:30");
        Failures.require(
                spec,
                !graph.isEmpty(),
                "'' names no GRAPH: give a file, or a program as in fib:30");
        if (!GraphPrograms.isProgram(graph) && Files.exists(Path.of(graph))) {
            CommandFailure.requireFolderOrFile(Path.of(graph));
        }
        Failures.require(
                spec,
                GraphPrograms.isProgram(graph)
                        || isProgram()
                        || Files.isRegularFile(Path.of(graph)),
                graph
                        + " is neither a file nor a program as in fib:30; the programs are "
                        + String.join(", ", GraphPrograms.names()));
        Failures.require(
                spec,
                arguments.isEmpty() || isProgram(),
                "only a program that is run takes arguments, and " + graph + " is not one");
        requireProgramFor("--jvm-arg", !jvmArguments.isEmpty());
        requireProgramFor("--classpath", !classPath.text().isEmpty());
        requireProgramFor("--main", mainClass != null);
        Failures.require(
                spec,
                unit == null || GraphPrograms.isProgram(graph),
                "--unit is for a program with its numbers, as fib:30, and "
                        + graph
                        + " is not one");
        Failures.require(
                spec,
                unit == null || unit >= 1e-3 && unit <= 1e12,
                "--unit " + unit + " must be from 0.001 to 10^12 ns");
        Failures.require(
                spec,
                !scheduling.isEmpty(),
                "--scheduling names no discipline; choose from "
                        + Arrays.toString(Scheduling.values()));
        Failures.require(
                spec,
                dealInterval == null || dealInterval >= 0,
                "--deal-interval " + dealInterval + " must be at least 0 ns");
        Failures.require(
                spec,
                stealCost == null || stealCost >= 0 && stealCost <= 1e6,
                "--steal-cost " + stealCost + " must be from 0 to 10^6");
        Failures.require(
                spec,
                measure == null || measure.most() <= MOST_MEASURED,
                "--measure " + measure + " must be at most " + MOST_MEASURED + " workers");
        Path file = GraphPrograms.isProgram(graph) ? null : Path.of(graph);
        if (file != null) {
            CommandFailure.requireReadable(file);
        }
        if (costs != null) {
            CommandFailure.requireFolderOrFile(costs);
        }
        new OutputFiles()
                .reads(file)
                .reads(costs)
                .writes("--json", printsNumbers() ? null : json)
                .writes("--save", save);
    }

    private void requireProgramFor(String option, boolean isGiven) {
        Failures.require(
                spec,
                !isGiven || isProgram(),
                option + " is for a program that is run, and " + graph + " is not one");
    }

    private static void add(List<String> options, String name, Object value) {
        if (value != null) {
            options.add(name + "=" + value);
        }
    }
}
