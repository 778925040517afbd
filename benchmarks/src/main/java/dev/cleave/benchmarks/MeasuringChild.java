package dev.cleave.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (ChildProcess child = new ChildProcess(command(), Map.of(), lines::add)) {
            return listen(child, lines);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(OptionChecks.java(plan.jdk()).toString());
        command.addAll(HEAP);
        command.add(STACK);
        command.addAll(plan.jvmArguments());
        command.add("-cp");
        command.add(ChildProcess.classPath());
        command.add(MeasuredJvm.class.getName());
        command.add(measurement.argument());
        return command;
    }

    private List<Event> listen(ChildProcess child, BlockingQueue<String> lines)
            throws MeasurementException, IOException, InterruptedException {
        List<Event> events = new ArrayList<>();
        while (true) {
            String line = lines.poll(plan.timeout().toSeconds(), TimeUnit.SECONDS);
            if (line == null) {
                throw hanging(child, events);
            }
            if (line == ChildProcess.END) {
                return ended(child, events);
            }
            Optional<Event> event = Event.parse(line);
            if (event.isEmpty()) {
                throw new MeasurementException(
                        measurement.title() + ": expected an event, but it printed: " + line);
            }
            events.add(event.get());
        }
    }

    private List<Event> ended(ChildProcess child, List<Event> events)
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
                        measurement.title(), status, progress(events), child.errors()));
    }

    private MeasurementException hanging(ChildProcess child, List<Event> events)
            throws IOException, InterruptedException {
        return new MeasurementException(
                String.format(
                        "%s: no run ended within %d s %s; killed"
                                + " (--timeout changes the limit)%n%s",
                        measurement.title(),
                        plan.timeout().toSeconds(),
                        progress(events),
                        child.stacks(plan.jdk())));
    }

    private static String progress(List<Event> events) {
        if (events.isEmpty()) {
            return "before it began";
        }
        Event last = events.get(events.size() - 1);
        return last.workers() == null
                ? "before it told of a run"
                : String.format(
                        "after %s or more, with %s",
                        Counted.of(events.size() - 1, "run"), Counted.of(last.workers(), "worker"));
    }
}
