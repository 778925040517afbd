package dev.cleave.cli;

import dev.cleave.Scheduling;
import dev.cleave.agent.profile.Profiling;
import dev.cleave.agent.retarget.Retargeting;
import dev.cleave.benchmarks.Progress;
import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.profiler.FileFailures;
import dev.cleave.profiler.Speedup;
import dev.cleave.weaver.Refusal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code cleave run}: compiles if need be, then runs a program with the runtime on its class path.
 */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Run a program that uses Cleave: a Java file, a folder of Java files or of class files, or"
                    + " a jar.",
            "",
            "The program runs in a virtual machine of its own, of the JDK that runs this command. Its"
                    + " exit status is passed on; 2 also means that it could not be started, 1 that"
                    + " its virtual machine did not accept an option.",
            "",
            "Its classes are woven first, so that @Future takes effect; the files you give stay as they"
                    + " are. A future that cannot be honoured stops it, with file and line and exit"
                    + " status 1."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave run examples/Fib.java",
            "  ./cleave run --workers 2 --stats examples/Fib.java -- 35",
            "  ./cleave run --profile examples/Fib.java",
            "  ./cleave run --work-span examples/Sort.java",
            "  ./cleave run --profile --work-span --workers 1,2 examples/Sort.java",
            "  ./cleave run --retarget --stats my-program-on-java.util.concurrent.jar",
            "  ./cleave run --scheduling CHASE_LEV my-program.jar",
            "  ./cleave run -cp 'lib/*' MyProgram.java"
        })
final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = WorkersOfThePool.class,
            description =
                    "Workers of the common pool, from 1 to 32767. Default: as many as there are"
                            + " processors. With --profile --work-span, several numbers, as 1,2,6 or"
                            + " 1..64.")
    private WorkerList workers;

    @Option(
            names = "--scheduling",
            paramLabel = "NAME",
            converter = SchedulingConverter.class,
            completionCandidates = SchedulingConverter.class,
            description =
                    "Discipline of every pool that does not choose one: ${COMPLETION-CANDIDATES}.")
    private Scheduling scheduling;

    @Option(
            names = "--stats",
            description = "At the end, print what every pool did on the error stream.")
    private boolean stats;

    @Option(
            names = "--profile",
            arity = "0..1",
            paramLabel = "DIR",
            fallbackValue = "cleave-profile",
            preprocessor = ValueAfterEquals.class,
            description = {
                "Record the program; at its end, print where the processors' time went on the error"
                        + " stream, and write recording.jfr, report.html and report.json into DIR,"
                        + " over those of an earlier run. Default: ${FALLBACK-VALUE}."
            })
    private Path profile;

    @Option(
            names = "--work-span",
            arity = "0..1",
            paramLabel = "FILE",
            converter = MeasuredProgram.FileIfAny.class,
            preprocessor = ValueAfterEquals.class,
            description = {
                "Measure the program's work and span on one worker; at its end, print them, the"
                        + " speedups that they allow and the lines on the critical path on the error"
                        + " stream, and write them into FILE as JSON. The program runs slower.",
                "With --profile: the program runs once for that, and then once, recorded, with each"
                        + " number of --workers; the report has the speedups that are allowed and"
                        + " those that were measured. Without --workers, it runs with 1 worker and with"
                        + " as many as there are processors."
            })
    private Path workSpan;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description =
                    "With --work-span: also write the program's task graph into FILE, for ./cleave"
                            + " simulate.")
    private Path graph;

    @Option(
            names = "--retarget",
            description =
                    "Run a program that uses java.util.concurrent's fork/join and CompletableFuture"
                            + " on Cleave's pools, without a change of the program.")
    private boolean retarget;

    @Option(
            names = "--no-weave",
            description =
                    "Run the classes as they are: a future that is not woven is a plain call.")
    private boolean asTheyAre;

    @Option(
            names = "--main",
            paramLabel = "CLASS",
            description = "The class to start, where the program has several with a main method.")
    private String mainClass;

    @Mixin private ClassPathOption classPath;

    @Option(
            names = "--jvm-arg",
            paramLabel = "OPTION",
            description =
                    "An option for the program's virtual machine, as --jvm-arg=-Xmx4g; repeatable.")
    private List<String> jvmArguments = new ArrayList<>();

    @Parameters(
            index = "0",
            paramLabel = "PROGRAM",
            description =
                    "FILE.java, a folder of Java files (compiled together) or of class files, or a jar.")
    private Path program;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENT",
            description = "For the program. Put -- before them if one starts with a dash.")
    private List<String> arguments = new ArrayList<>();

    /** Reads numbers of workers, which can be left out here. */
    static final class WorkersOfThePool implements ITypeConverter<WorkerList> {
        @Override
        public WorkerList convert(String value) {
            try {
                return new WorkerListConverter().convert(value);
            } catch (TypeConversionException none) {
                throw new TypeConversionException(
                        String.format(
                                "%s; leave the option out to use the processors there are (%d)",
                                none.getMessage(), Runtime.getRuntime().availableProcessors()));
            }
        }
    }

    @Override
    public Integer call() throws Exception {
        check();
        try (ScratchFolder scratch = ScratchFolder.create()) {
            if (workSpan != null) {
                return measureAndRecord(scratch);
            }
            Program prepared = prepare(scratch.path());
            Program woven = asTheyAre ? prepared : weave(prepared, scratch.path(), false).program();
            Integer number = workers == null ? null : workers.most();
            if (profile == null) {
                return run(command(woven, List.of(), number), scratch, status -> {});
            }
            ProfiledRun run = ProfiledRun.into(profile, spec);
            List<String> profiling = profiling(run, !retarget && JucTasks.areIn(prepared));
            return run(
                    command(woven, profiling, number),
                    scratch,
                    status -> run.report(status, woven));
        }
    }

    /** What the program prints goes where this command would print. */
    private int run(List<String> command, ScratchFolder scratch, IntConsumer afterwards)
            throws IOException, InterruptedException {
        boolean toErrorStream = spec.commandLine().getOut() == spec.commandLine().getErr();
        return ChildJvm.run(command, scratch, afterwards, toErrorStream);
    }

    /** What the virtual machine of a recorded run needs. */
    private static List<String> profiling(ProfiledRun run, boolean hasJucTasks) {
        List<String> options = new ArrayList<>(run.jvmOptions());
        if (hasJucTasks) {
            options.add("-javaagent:" + RuntimeLocation.ofAgent() + "=" + Profiling.OPTION);
        }
        return options;
    }

    private void check() {
        Failures.requireJvmOptions(spec, jvmArguments);
        if (graph != null) {
            Failures.require(
                    spec, workSpan != null, "--graph=" + graph + " needs --work-span: add that");
        }
        if (workSpan != null) {
            // What is measured is the program as it is woven for that, on one worker.
            String other =
                    workers != null && profile == null
                            ? "--workers, or add --profile"
                            : retarget ? "--retarget" : asTheyAre ? "--no-weave" : null;
            Failures.require(
                    spec,
                    other == null,
                    "--work-span runs the program on one worker, in a way of its own: leave out "
                            + other);
            MeasuredProgram.check(program, workSpan, graph);
        } else if (workers != null) {
            Failures.require(
                    spec,
                    workers.counts().size() == 1,
                    "--workers="
                            + workers
                            + " are several runs, which only --profile --work-span makes: give one"
                            + " number, or add those");
        }
    }

    /**
     * The measured run and, with {@code --profile}, those that are recorded after it. One that does
     * not end with 0 is the last.
     */
    private int measureAndRecord(ScratchFolder scratch) throws IOException, InterruptedException {
        // The classes are woven twice, in different ways, so they must not be woven in place.
        Program prepared = prepare(scratch.folder("program"));
        Path measuring = scratch.folder("measured");
        WovenProgram forMeasuring = weave(prepared, measuring, true);
        boolean hasJucTasks = JucTasks.areIn(prepared);
        MeasuredProgram measured =
                new MeasuredProgram(
                        program,
                        workSpan,
                        graph,
                        scratch.path(),
                        hasJucTasks,
                        forMeasuring.earlier(),
                        spec);
        // Refuses a folder before the program runs.
        ProfiledRun first = profile == null ? null : ProfiledRun.into(profile, spec);
        int status =
                run(
                        command(forMeasuring.program(), measured.jvmOptions(), null),
                        scratch,
                        ended -> {
                            measured.report(ended);
                            if (first != null) {
                                first.endMeasuring(ended);
                            }
                        });
        if (first == null || status != 0) {
            return status;
        }
        Path running = scratch.folder("recorded");
        Program woven = weave(prepared, running, false).program();
        Speedup speedup = measured.run() == null ? null : Speedup.of(measured.run());
        for (int number : recordedWorkers()) {
            ProfiledRun run = ProfiledRun.into(profile, spec).with(speedup, number);
            List<String> profiling = profiling(run, hasJucTasks);
            status =
                    run(
                            command(woven, profiling, number),
                            scratch,
                            ended -> run.report(ended, woven));
            if (status != 0) {
                return status;
            }
            speedup = run.speedup();
        }
        return status;
    }

    /** Ascending, so that the report that stays is that of most workers. */
    private List<Integer> recordedWorkers() {
        List<Integer> counts =
                workers == null
                        ? List.of(1, Runtime.getRuntime().availableProcessors())
                        : workers.counts();
        return counts.stream().distinct().sorted().toList();
    }

    private Program prepare(Path scratch) {
        if (!Files.exists(program) && isLikeAClass(program.toString())) {
            throw new CommandFailure(
                    String.format(
                            "%s does not exist (looked in %s); check the path, or give a class by"
                                    + " its folder or jar and --main %s",
                            program, Path.of("").toAbsolutePath(), program));
        }
        CommandFailure.requireFolderOrFile(program);
        List<Path> libraries = classPath.entries();
        if (ClassFolderProgram.isOne(program)) {
            return ClassFolderProgram.read(program, mainClass, libraries);
        }
        if (Files.isDirectory(program) || program.toString().endsWith(".java")) {
            return compile(scratch, libraries);
        }
        if (JarProgram.isOne(program)) {
            return JarProgram.read(program, mainClass, libraries);
        }
        throw new CommandFailure(
                String.format(
                        "%s is not something to run; give a .java file, a folder of them or of class"
                                + " files, or a .jar",
                        program));
    }

    /** As {@code com.example.Main}, which {@code java -cp} takes. */
    private static boolean isLikeAClass(String name) {
        return name.contains(".") && SourceVersion.isName(name) && !name.matches(".*\\.(jar|java)");
    }

    private Program compile(Path scratch, List<Path> libraries) {
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = Progress.on(err);
        progress.show("compiling " + program);
        StringWriter said = new StringWriter();
        try {
            return SourceProgram.compile(
                    program,
                    mainClass,
                    libraries,
                    scratch,
                    !asTheyAre,
                    jvmArguments,
                    remedy(),
                    new PrintWriter(said));
        } finally {
            progress.clear();
            err.print(said);
            err.flush();
        }
    }

    private WovenProgram weave(Program prepared, Path scratch, boolean measured) {
        Progress progress = Progress.on(spec.commandLine().getErr());
        progress.show("weaving " + program);
        try {
            WovenProgram woven = WovenProgram.weave(prepared, scratch, measured);
            progress.clear();
            Refusals.report(
                    woven.refusals().stream().map(this::located).toList(), true, remedy(), spec);
            if (measured || workSpan == null) { // one that is measured may be woven again
                Refusals.warn(woven.unwoven(), spec);
            }
            return woven;
        } catch (IOException unreadable) {
            progress.clear();
            throw unreadable(FileFailures.text(unreadable));
        } catch (IllegalArgumentException unreadable) {
            progress.clear();
            throw unreadable(unreadable.getMessage());
        }
    }

    /** What to do about futures that cannot be honoured. Only woven can a program be measured. */
    private String remedy() {
        return workSpan == null
                ? "mend that, or run the program serially with --no-weave"
                : "mend that";
    }

    private CommandFailure unreadable(String why) {
        return new CommandFailure(
                workSpan == null ? why + "\nTo run the program as it is, add --no-weave" : why);
    }

    private Refusal located(Refusal refusal) {
        return program.toString().endsWith(".java")
                ? refusal.withFile(program.toString())
                : refusal.locatedIn(List.of(program));
    }

    private List<String> command(Program prepared, List<String> profiling, Integer number) {
        List<String> command = new ArrayList<>();
        command.add(ChildJvm.java().toString());
        if (number != null) {
            command.add("-Ddev.cleave.ForkJoinPool.common.parallelism=" + number);
        }
        if (scheduling != null) {
            command.add("-Ddev.cleave.scheduling=" + scheduling.name());
        }
        if (stats) {
            command.add("-Ddev.cleave.stats=true");
        }
        if (retarget) {
            command.add("-javaagent:" + RuntimeLocation.ofAgent() + "=" + Retargeting.OPTION);
        }
        List<Path> runtime = new ArrayList<>(List.of(RuntimeLocation.path()));
        if (Files.exists(ManagerFolder.path())) {
            // The program looks for a CPU manager there, and binds its workers as that one says.
            runtime.addAll(RuntimeLocation.ofBinding());
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(prepared.jvmOptions());
        command.addAll(profiling);
        command.addAll(jvmArguments);
        command.add("-cp");
        command.add(prepared.classPathWith(runtime));
        command.add(prepared.mainClass());
        command.addAll(arguments);
        return command;
    }
}
