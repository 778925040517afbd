package dev.cleave.profiler.simulator;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.cleave.Scheduling;
import dev.cleave.profiler.FileFailures;
import dev.cleave.profiler.StandardOutput;
import dev.cleave.profiler.WrittenFile;
import dev.cleave.profiler.graph.GraphPrograms;
import dev.cleave.profiler.graph.TaskGraph;
import dev.cleave.profiler.graph.TaskGraphFile;
import dev.cleave.profiler.text.Numbers;
import dev.cleave.profiler.workspan.WorkSpan;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code ./cleave simulate}, in a virtual machine of its own. Every argument is a name, {@code =}
 * and a value; the command line checks them, so that what is refused here is what only the graph or
 * a file can show.
 */
public final class Simulator {
    private static final double PICOS = 1_000;

    /** As a file's name. */
    private static final String STANDARD_OUTPUT = "-";

    /** The longest that {@code --measure} may be expected to take one worker. */
    private static final double LONGEST_MEASUREMENT_SECONDS = 120;

    private final Map<String, String> options = new LinkedHashMap<>();
    private final PrintStream output;

    /** For the table and what is measured; nowhere if the output is the numbers'. */
    private final PrintStream out;

    private Simulator(String[] args, PrintStream output) {
        for (String arg : args) {
            int equals = arg.indexOf('=');
            options.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        this.output = output;
        this.out =
                STANDARD_OUTPUT.equals(options.get("json"))
                        ? new PrintStream(OutputStream.nullOutputStream())
                        : output;
    }

    /**
     * Simulates, and prints what came out.
     *
     * @param args {@code graph}, {@code name} (the graph's, instead of its file's), {@code workers}
     *     and {@code scheduling} (lists with commas), {@code seed}, {@code unit}, {@code deal},
     *     {@code steals}, {@code costs}, {@code json} ({@code -} prints it in place of the table),
     *     {@code save}, {@code measure}, {@code calibrate}
     */
    public static void main(String[] args) {
        StandardOutput out = new StandardOutput();
        int status = 2;
        try {
            new Simulator(args, out.stream()).run();
            status = 0;
        } catch (IllegalArgumentException e) {
            System.err.println("cleave simulate: " + e.getMessage());
        } catch (IOException e) {
            System.err.println("cleave simulate: " + FileFailures.text(e));
        } catch (UncheckedIOException e) {
            System.err.println("cleave simulate: " + FileFailures.text(e.getCause()));
        } catch (OutOfMemoryError e) {
            System.err.println(
                    "cleave simulate: the graph does not fit into "
                            + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB; take a smaller one");
        }
        System.exit(out.end(status, "cleave simulate"));
    }

    private void run() throws IOException {
        if (options.containsKey("calibrate")) {
            Path file = Path.of(options.get("calibrate"));
            CostsFile.write(Calibration.measure(out), file);
            out.println("written to " + file + "; use it with --costs=" + file);
            return;
        }
        TaskGraph graph = graph(options.get("graph"));
        if (options.containsKey("save")) {
            TaskGraphFile.write(graph, Path.of(options.get("save")));
        }
        boolean isReference = !options.containsKey("costs");
        Costs costs =
                (isReference ? Costs.ofReference() : CostsFile.read(Path.of(options.get("costs"))))
                        .withStealsTimes(Double.parseDouble(options.getOrDefault("steals", "1")));
        WorkSpan workSpan = WorkSpan.of(graph, Math.round(costs.burden() * PICOS));
        SpeedupTable table = new SpeedupTable(workSpan, out);
        table.header(
                options.getOrDefault("name", options.get("graph")),
                isReference ? "the reference machine" : options.get("costs"),
                seed());
        JsonArray runs = new JsonArray();
        for (String name : options.get("scheduling").split(",")) {
            Scheduling scheduling = Scheduling.of(name);
            List<Outcome> outcomes = new ArrayList<>();
            Outcome one = simulate(graph, 1, scheduling, costs);
            for (String workers : options.get("workers").split(",")) {
                outcomes.add(simulate(graph, Integer.parseInt(workers), scheduling, costs));
            }
            table.rows(scheduling, one, outcomes);
            for (Outcome outcome : outcomes) {
                runs.add(json(scheduling, one, outcome));
            }
            if (options.containsKey("measure")) {
                measure(graph, scheduling, costs, workSpan, runs);
            }
        }
        if (options.containsKey("json")) {
            JsonObject all = new JsonObject();
            all.addProperty("graph", options.getOrDefault("name", options.get("graph")));
            all.addProperty("seed", seed());
            all.addProperty("workNanos", workSpan.work() / PICOS);
            all.addProperty("spanNanos", workSpan.span() / PICOS);
            all.addProperty("burdenedSpanNanos", workSpan.burdenedSpan() / PICOS);
            all.addProperty("parallelism", workSpan.parallelism());
            all.addProperty("burdenedParallelism", workSpan.burdenedParallelism());
            all.addProperty("tasks", workSpan.tasks());
            all.add("costs", CostsFile.json(costs));
            all.add("runs", runs);
            String text = new GsonBuilder().setPrettyPrinting().create().toJson(all) + "\n";
            if (STANDARD_OUTPUT.equals(options.get("json"))) {
                output.print(text);
            } else {
                WrittenFile.write(Path.of(options.get("json")), text);
            }
        }
    }

    private TaskGraph graph(String name) throws IOException {
        if (!GraphPrograms.isProgram(name)) {
            return TaskGraphFile.read(Path.of(name));
        }
        return GraphPrograms.graph(name, Double.parseDouble(options.getOrDefault("unit", "0")));
    }

    private long seed() {
        return Long.parseLong(options.get("seed"));
    }

    private long dealInterval() {
        return Long.parseLong(options.getOrDefault("deal", "0"));
    }

    private Outcome simulate(TaskGraph graph, int workers, Scheduling scheduling, Costs costs) {
        return Simulation.run(graph, workers, scheduling, costs, dealInterval(), seed());
    }

    private static JsonObject json(Scheduling scheduling, Outcome one, Outcome outcome) {
        JsonObject run = new JsonObject();
        run.addProperty("scheduling", scheduling.name());
        run.addProperty("workers", outcome.workers());
        run.addProperty("nanos", outcome.time() / PICOS);
        run.addProperty("speedup", outcome.speedup(one));
        run.addProperty("steals", outcome.steals());
        run.addProperty("stealsTried", outcome.stealsTried());
        run.addProperty("promotions", outcome.promotions());
        run.addProperty("parks", outcome.parks());
        run.addProperty("computeNanos", outcome.computing() / PICOS);
        run.addProperty("seekNanos", outcome.seeking() / PICOS);
        run.addProperty("joinNanos", outcome.joining() / PICOS);
        run.addProperty("idleNanos", outcome.idle() / PICOS);
        return run;
    }

    /** Runs the graph for real, beside what the simulation says. */
    private void measure(
            TaskGraph graph,
            Scheduling scheduling,
            Costs costs,
            WorkSpan workSpan,
            JsonArray runs) {
        double seconds = RealRun.seconds(workSpan.work());
        if (seconds > LONGEST_MEASUREMENT_SECONDS) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "--measure would take one worker some %.0f s; take a graph for which it"
                                    + " takes at most %.0f s",
                            seconds,
                            LONGEST_MEASUREMENT_SECONDS));
        }
        List<Integer> counts =
                Arrays.stream(options.get("measure").split(",")).map(Integer::valueOf).toList();
        RealRun.Measurement measured =
                RealRun.inTurn(graph, workSpan.work(), counts, scheduling, dealInterval());
        if (measured.reading() > 1) {
            out.printf(
                    Locale.ROOT,
                    "measured runs are too long: reading the graph takes them %.1f times as long as"
                            + " its strands last%n",
                    measured.reading());
        }
        for (int i = 0; i < counts.size(); i++) {
            int workers = counts.get(i);
            RealRun.Times real = measured.times().get(i);
            long simulated = simulate(graph, workers, scheduling, costs).time();
            out.printf(
                    Locale.ROOT,
                    "measured with %s: best of %d %s, median %s, spread %.0f%%; simulated"
                            + " %s: %+.1f%% of the best, %+.1f%% of the median%n",
                    Numbers.count(workers, "worker", "workers"),
                    real.runs(),
                    SpeedupTable.time(real.best()),
                    SpeedupTable.time(real.median()),
                    100 * real.spread(),
                    SpeedupTable.time(simulated),
                    100.0 * (simulated - real.best()) / real.best(),
                    100.0 * (simulated - real.median()) / real.median());
            JsonObject run = new JsonObject();
            run.addProperty("scheduling", scheduling.name());
            run.addProperty("workers", workers);
            run.addProperty("nanos", simulated / PICOS);
            run.addProperty("measuredNanos", real.best() / PICOS);
            run.addProperty("medianNanos", real.median() / PICOS);
            run.addProperty("spread", real.spread());
            run.addProperty("measuredRuns", real.runs());
            run.addProperty("reading", measured.reading());
            runs.add(run);
        }
    }
}
