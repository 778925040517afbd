package dev.cleave.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One virtual machine that measures, seen from the one that started it.
 *
 * <p>It is killed when it says nothing for too long or says what is no event, and when the machine
 * that started it ends.
 */
final class MeasuringChild {
    /** The same heap for every peer, large enough for the largest program from the start on. */
    private static final List<String> HEAP = List.of("-Xms1g", "-Xmx4g");

    /** Unbalanced trees are more than a thousand levels deep, and interpreted frames are large. */
    private static final String STACK = "-Xss16m";

    private static final int LINES_OF_ERRORS = 15;
    private static final int STACKS_SECONDS = 10;

    /** Stands for the end of the child's output, which is no line. */
    private static final String END = new String("end of output");

    private final BenchPlan plan;
    private final Measurement measurement;

    MeasuringChild(BenchPlan plan, Measurement measurement) {
        this.plan = plan;
        this.measurement = measurement;
    }

    /**
     * Measures, and waits for the end.
     *
     * @return everything the machine has said, from start to end
     * @throws MeasurementException if it dies, hangs, or says what is no event
     */
    List<Event> measure() throws MeasurementException, IOException, InterruptedException {
        Path errors = Files.createTempFile("cleave-bench", ".err");
        // For the end that comes from outside.
        errors.toFile().deleteOnExit();
        try {
            Process child = new ProcessBuilder(command()).redirectError(errors.toFile()).start();
            Thread onExit = new Thread(child::destroyForcibly, "end the measuring machine");
            Runtime.getRuntime().addShutdownHook(onExit);
            try {
                return listen(child, errors);
            } finally {
                child.destroyForcibly();
                child.waitFor();
                forget(onExit);
            }
        } finally {
            Files.deleteIfExists(errors);
        }
    }

    private static void forget(Thread onExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException exiting) {
            // The hook is running, and kills a process that is dead already.
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(BenchPlan.java(plan.jdk()).toString());
        command.addAll(HEAP);
        command.add(STACK);
        command.addAll(plan.jvmArguments());
        command.add("-cp");
        command.add(classPath());
        command.add(MeasuredJvm.class.getName());
        command.add(measurement.argument());
        return command;
    }

    private static String classPath() {
        String modules = System.getProperty("jdk.module.path");
        String classes = System.getProperty("java.class.path");
        return modules == null ? classes : modules + File.pathSeparator + classes;
    }

    private List<Event> listen(Process child, Path errors)
            throws MeasurementException, IOException, InterruptedException {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> readInto(lines, child.inputReader()), "read a child");
        reader.setDaemon(true);
        reader.start();
        List<Event> events = new ArrayList<>();
        while (true) {
            String line = lines.poll(plan.timeout().toSeconds(), TimeUnit.SECONDS);
            if (line == null) {
                throw hanging(child, events);
            }
            if (line == END) {
                return ended(child, events, errors);
            }
            Optional<Event> event = Event.parse(line);
            if (event.isEmpty()) {
                throw new MeasurementException(
                        measurement.title() + ": expected an event, but it printed: " + line);
            }
            events.add(event.get());
        }
    }

    private static void readInto(BlockingQueue<String> lines, BufferedReader output) {
        try (output) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException closed) {
            // The same as its end: how the process ended says whether that was right.
        }
        lines.add(END);
    }

    private List<Event> ended(Process child, List<Event> events, Path errors)
            throws MeasurementException, IOException, InterruptedException {
        int status = child.waitFor();
        boolean complete =
                !events.isEmpty() && events.get(events.size() - 1).kind() == Event.Kind.END;
        if (status == 0 && complete) {
            return events;
        }
        throw new MeasurementException(
                String.format(
                        "%s: the virtual machine ended with status %d %s%s",
                        measurement.title(), status, progress(events), tail(errors)));
    }

    private MeasurementException hanging(Process child, List<Event> events)
            throws IOException, InterruptedException {
        return new MeasurementException(
                String.format(
                        "%s: no run ended within %d s %s; killed"
                                + " (--timeout changes the limit)%n%s",
                        measurement.title(),
                        plan.timeout().toSeconds(),
                        progress(events),
                        stacks(child)));
    }

    private static String progress(List<Event> events) {
        if (events.isEmpty()) {
            return "before it began";
        }
        Event last = events.get(events.size() - 1);
        return last.workers() == null
                ? "before its first run"
                : String.format(
                        "after %d runs, with %d workers", events.size() - 1, last.workers());
    }

    private static String tail(Path errors) throws IOException {
        List<String> lines = Files.readAllLines(errors);
        int from = Math.max(0, lines.size() - LINES_OF_ERRORS);
        return lines.isEmpty()
                ? ""
                : System.lineSeparator()
                        + String.join(System.lineSeparator(), lines.subList(from, lines.size()));
    }

    /** Where the child's threads are: what one wants to know of a pool that hangs. */
    private String stacks(Process child) throws IOException, InterruptedException {
        Path jcmd = plan.jdk().resolve("bin").resolve("jcmd");
        if (!Files.isExecutable(jcmd)) {
            return "(there is no " + jcmd + " to show where its threads are)";
        }
        Path dump = Files.createTempFile("cleave-bench", ".stacks");
        try {
            Process asking =
                    new ProcessBuilder(jcmd.toString(), Long.toString(child.pid()), "Thread.print")
                            .redirectErrorStream(true)
                            .redirectOutput(dump.toFile())
                            .start();
            if (!asking.waitFor(STACKS_SECONDS, TimeUnit.SECONDS)) {
                asking.destroyForcibly().waitFor();
            }
            return Files.readString(dump);
        } finally {
            Files.deleteIfExists(dump);
        }
    }
}
