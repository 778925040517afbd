package dev.cleave.agent.workspan;

import dev.cleave.agent.Installation;
import java.io.IOException;
import java.io.Writer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** {@code -javaagent:cleave-agent.jar=work-span}: what {@code ./cleave run --work-span} uses. */
public final class WorkSpanning {
    /** The agent's option. */
    public static final String OPTION = "work-span";

    /** The system property that names the file of the result. */
    public static final String FILE = "dev.cleave.workspan.file";

    /** The system property that says what a task that changes workers costs, in nanoseconds. */
    public static final String BURDEN = "dev.cleave.workspan.burden";

    /** The system property that names the file of the task graph; without it, none is written. */
    public static final String GRAPH = "dev.cleave.workspan.graph";

    /**
     * Options of the virtual machine that keep what tells of short tasks out of the code of those
     * of which nothing is told: else that code is so large that it is not inlined as it should be.
     */
    public static final List<String> JVM_OPTIONS =
            Stream.of(
                            "quiet",
                            "dontinline,*::*" + Passing.TOLD,
                            "dontinline," + Probe.class.getName() + "::meter",
                            "dontinline," + ThreadMeter.class.getName() + "::*")
                    .map(command -> "-XX:CompileCommand=" + command)
                    .toList();

    private static final int SHOWN_LINES = 1_000;

    /** For what a task does after it has told who waits; one that goes on is cut off. */
    private static final int PATIENCE_MILLIS = 100;

    /** Many times that must fit into a number, too. */
    private static final long MOST_NANOS = 1_000_000_000_000L;

    private WorkSpanning() {}

    /**
     * Measures from now until the virtual machine ends, and then writes the result, as properties,
     * to the file that {@link #FILE} names.
     *
     * @param instrumentation of this virtual machine
     * @return what ends the instrumentation of further classes
     * @throws IllegalArgumentException if no file is named, or a number of nanoseconds is none
     * @throws IllegalStateException if classes of the runtime are loaded already
     */
    public static Installation install(Instrumentation instrumentation) {
        String file = System.getProperty(FILE);
        if (file == null) {
            throw new IllegalArgumentException(
                    "the option work-span needs -D" + FILE + "=FILE, where to write the result");
        }
        ThreadMeter.burden = nanoseconds(BURDEN, 0);
        Grain.limit = nanoseconds(Grain.PROPERTY, Clock.counts() ? 0 : Grain.DEFAULT);
        Calibration.calibrate();
        ThreadMeter main = Probe.meter();
        requireNoneLoaded(instrumentation);
        WorkSpanTransformer transformer = new WorkSpanTransformer(instrumentation);
        // Not before the meter is there: to meter a thread takes classes that would come here.
        instrumentation.addTransformer(transformer);
        beginGraph(main);
        main.startsNow();
        long begun = System.nanoTime();
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> write(main, System.nanoTime() - begun, file),
                                "work and span"));
        return () -> instrumentation.removeTransformer(transformer);
    }

    private static long nanoseconds(String property, long otherwise) {
        String value = System.getProperty(property);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= 0 && number <= MOST_NANOS) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // Reported below, with the limits.
        }
        throw new IllegalArgumentException(
                String.format(
                        Locale.ROOT,
                        "-D%s=%s: nanoseconds, from 0 to %d, are needed; leave it out for %d",
                        property,
                        value,
                        MOST_NANOS,
                        otherwise));
    }

    /** One that came before the transformer has no probes: its tasks would be missed in silence. */
    private static void requireNoneLoaded(Instrumentation instrumentation) {
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (RuntimeProbes.changes(each.getName().replace('.', '/'))) {
                throw new IllegalStateException(
                        each.getName()
                                + " was loaded before it could be measured; put this agent before"
                                + " any other that uses Cleave");
            }
        }
    }

    private static void beginGraph(ThreadMeter main) {
        String graph = System.getProperty(GRAPH);
        if (graph != null) {
            try {
                main.beginGraph(new GraphFile(java.nio.file.Path.of(graph)));
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "-D" + GRAPH + "=" + graph + ": no file can be written there: " + e, e);
            }
        }
    }

    /** Who waits for what a task does may end the program before the task has ended. */
    private static void awaitTasks() {
        for (int i = 0; i < PATIENCE_MILLIS; i++) {
            if (ThreadMeter.all().stream().noneMatch(ThreadMeter::isInTask)) {
                return;
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void write(ThreadMeter main, long elapsed, String file) {
        awaitTasks();
        Path path = main.longest(true);
        Properties result = new Properties();
        if (GraphRecorder.file != null) {
            String failure = GraphRecorder.file.close(main.root());
            if (failure != null) {
                result.setProperty("noGraph", failure);
            }
        }
        long work = 0;
        long outside = 0;
        long forks = 0;
        long strands = 0;
        for (ThreadMeter meter : ThreadMeter.all()) {
            path = Path.longest(path, meter.longest(meter.isInTask()), 0);
            work += meter.work;
            outside += meter.outsideWork;
            forks += meter.forks;
            strands += meter.strands;
        }
        put(result, "version", 1);
        put(
                result,
                "joinsLeftOut",
                GraphRecorder.file == null ? 0 : GraphRecorder.file.joinsLeftOut());
        put(result, "work", work);
        put(result, "span", path.span);
        put(result, "burdenedSpan", path.burdenedSpan);
        put(result, "outsideWork", outside);
        put(result, "spanInside", path.spanInside);
        put(result, "burdenedInside", path.burdenedInside);
        put(result, "forks", forks);
        put(result, "strands", strands);
        put(result, "probeNanos", StrandClock.probeNanos);
        put(result, "burden", ThreadMeter.burden);
        put(result, "grain", Grain.limit);
        put(result, "longestGrain", Grain.longest);
        put(result, "elapsed", elapsed);
        put(result, "processors", processorNanos());
        put(result, "regions", WorkSpanTransformer.hasRegions ? 1 : 0);
        put(result, "jdkTasks", ForkJoinPool.commonPool().getStealCount());
        int n = 0;
        for (Map.Entry<Integer, Long> line :
                path.nanosByLine().entrySet().stream()
                        .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                        .limit(SHOWN_LINES)
                        .toList()) {
            put(result, "line." + n, line.getValue());
            result.setProperty("line." + n + ".text", Lines.text(line.getKey()));
            n++;
        }
        put(result, "lines", n);
        try (Writer out = Files.newBufferedWriter(java.nio.file.Path.of(file))) {
            result.store(out, null);
        } catch (IOException unwritable) {
            System.err.println(
                    "cleave: work and span cannot be written to "
                            + file
                            + ": "
                            + unwritable
                            + "; make room, or name another place");
        }
    }

    /** For how long all threads have had a processor, the virtual machine's own too; 0: unknown. */
    private static long processorNanos() {
        return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    private static void put(Properties result, String name, long value) {
        result.setProperty(name, Long.toString(value));
    }
}
