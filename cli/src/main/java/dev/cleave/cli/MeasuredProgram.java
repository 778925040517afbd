package dev.cleave.cli;

import dev.cleave.agent.workspan.WorkSpanning;
import dev.cleave.profiler.FileFailures;
import dev.cleave.profiler.WrittenFile;
import dev.cleave.profiler.simulator.Costs;
import dev.cleave.profiler.workspan.MeasuredRun;
import dev.cleave.profiler.workspan.WorkSpanReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;

/** A program's run of which work and span are measured, and what is told when it ends. */
final class MeasuredProgram {
    /** No file: the option without a value. */
    private static final Path NOWHERE = Path.of("");

    private final Path program;
    private final Path json;
    private final Path graph;
    private final Path result;
    private final boolean hasJucTasks;
    private final int wovenBefore;
    private final CommandSpec spec;
    private final FileTime began = FileTime.from(Instant.now());
    private MeasuredRun run;

    /** Reads the option's value, which may be left out. */
    static final class FileIfAny implements ITypeConverter<Path> {
        @Override
        public Path convert(String value) {
            return value.isEmpty() ? NOWHERE : Converters.path(value);
        }
    }

    /**
     * Prepares a run.
     *
     * @param program what is run, for the report
     * @param json where to write the numbers, too; {@link #NOWHERE} for nowhere
     * @param graph where to write the task graph; null for nowhere
     * @param scratch for the agent's result
     * @param hasJucTasks whether it may have tasks that nothing is known of
     * @param wovenBefore how many of its classes cannot be woven to be measured
     */
    MeasuredProgram(
            Path program,
            Path json,
            Path graph,
            Path scratch,
            boolean hasJucTasks,
            int wovenBefore,
            CommandSpec spec) {
        this.program = program;
        this.json = json;
        this.graph = graph;
        this.result = scratch.resolve("work-span.properties");
        this.hasJucTasks = hasJucTasks;
        this.wovenBefore = wovenBefore;
        this.spec = spec;
    }

    /** Refuses files that must not, or cannot, be written. */
    static void check(Path program, Path json, Path graph) {
        new OutputFiles()
                .reads(program)
                .writes("--work-span", json.equals(NOWHERE) ? null : json)
                .writes("--graph", graph);
    }

    /** What the program's virtual machine needs. One worker runs the graph in its serial order. */
    List<String> jvmOptions() {
        List<String> options = new ArrayList<>(TakenProcessors.jvmOptions(1));
        options.add("-Ddev.cleave.ForkJoinPool.common.parallelism=1");
        options.add("-javaagent:" + RuntimeLocation.ofAgent() + "=" + WorkSpanning.OPTION);
        options.addAll(WorkSpanning.JVM_OPTIONS);
        options.add("-D" + WorkSpanning.FILE + "=" + result.toAbsolutePath());
        options.add("-D" + WorkSpanning.BURDEN + "=" + Math.round(Costs.ofReference().burden()));
        if (graph != null) {
            options.add("-D" + WorkSpanning.GRAPH + "=" + graph.toAbsolutePath());
        }
        return options;
    }

    /**
     * Reports, whatever the status. The exit status stays the program's: that there is nothing to
     * report is only said.
     */
    void report(int status) {
        PrintWriter err = spec.commandLine().getErr();
        err.println();
        try {
            run = MeasuredRun.read(program.toString(), result);
            WorkSpanReport.text(run).forEach(err::println);
            if (hasJucTasks) {
                err.println(
                        "not in these numbers: what threads of java.util.concurrent's pools compute,"
                                + " for which the program has tasks; docs/moving.md says how they"
                                + " become tasks of Cleave");
            } else if (run.jdkTasks() > 0) {
                err.println(
                        "not in these numbers: what threads of java.util.concurrent's common pool"
                                + " computed, as of parallel streams; Cleave.forEach and"
                                + " Cleave.reduce are followed");
            }
            if (wovenBefore > 0) {
                err.printf(
                        Locale.ROOT,
                        "serial in these numbers: %s woven before, as by the Maven plugin; give the"
                                + " classes as they were compiled (mvn clean package"
                                + " -Dcleave.skip)%n",
                        wovenBefore == 1
                                ? "the class that was"
                                : String.format(
                                        Locale.ROOT, "the %,d classes that were", wovenBefore));
            }
            if (!json.equals(NOWHERE)) {
                WrittenFile.write(json, WorkSpanReport.json(run));
                err.println("written to " + json);
            }
            if (run.noGraph() != null) {
                err.println("no graph: " + run.noGraph());
            } else if (run.joinsLeftOut() > 0) {
                err.printf(
                        Locale.ROOT,
                        "the graph has all but %,d of the joins, which are of tasks that others had"
                                + " forked: simulated, the program is more parallel than it is%n",
                        run.joinsLeftOut());
            }
        } catch (NoSuchFileException killed) {
            err.println(
                    spec.qualifiedName()
                            + ": no work and span: the program could not start, which is said"
                            + " above, or was ended before it could write them; let it end by"
                            + " itself, or by Ctrl-C");
            removeUnfinishedGraph();
        } catch (IOException nothing) {
            err.println(spec.qualifiedName() + ": no work and span: " + FileFailures.text(nothing));
        }
        err.flush();
    }

    /** One of an earlier run stays, if this one has not begun to overwrite it. */
    private void removeUnfinishedGraph() {
        try {
            if (graph != null
                    && Files.isRegularFile(graph)
                    && Files.getLastModifiedTime(graph).compareTo(began) >= 0) {
                Files.delete(graph);
            }
        } catch (IOException stays) {
            // Who reads it is told that it is cut off.
        }
    }

    /** What was measured; null if there is nothing. */
    MeasuredRun run() {
        return run;
    }
}
