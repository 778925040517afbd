package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.ChildProcess;
import dev.cleave.benchmarks.MeasurementException;
import dev.cleave.benchmarks.jne.ProgramEvent.Kind;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Programs, each in a virtual machine of its own, seen from the one that started them. Used by one
 * thread. What is said of one of them names it, in the order in which they were started.
 */
final class ProgramSet implements AutoCloseable {
    /** The same for every peer; a collector without threads of its own. */
    private static final List<String> OPTIONS =
            List.of("-Xms64m", "-Xmx512m", "-XX:+UseSerialGC", "-Xshare:auto");

    /** So long it listens before it looks at the clock. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final JnePlan plan;
    private final Answers answers;
    private final List<Kernel> kernels;
    private final Kernel.Size size;
    private final List<ChildProcess> programs = new ArrayList<>();
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();
    private WorkloadPeer peer = WorkloadPeer.SERIAL;

    /** Something that a program said, and when it was heard. */
    private record Line(int program, long heardNanos, String text) {}

    /**
     * What a program did.
     *
     * @param program which one, from 0
     * @param heardNanos when that was heard, by {@link System#nanoTime}
     */
    record Arrival(int program, long heardNanos, ProgramEvent event) {}

    /**
     * Starts programs, and waits until all run.
     *
     * @throws MeasurementException if one does not
     */
    ProgramSet(
            JnePlan plan,
            Managers managers,
            Answers answers,
            List<Kernel> kernels,
            Kernel.Size size)
            throws IOException, InterruptedException, MeasurementException {
        this.plan = plan;
        this.answers = answers;
        this.kernels = kernels;
        this.size = size;
        try {
            for (Kernel kernel : kernels) {
                int program = programs.size();
                programs.add(
                        new ChildProcess(
                                command(plan, kernel, size),
                                Map.of(ManagerFolder.VARIABLE, managers.nowhere().toString()),
                                text -> lines.add(new Line(program, System.nanoTime(), text))));
            }
            await(Kind.STARTED, kernels.size());
        } catch (IOException | InterruptedException | MeasurementException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static List<String> command(JnePlan plan, Kernel kernel, Kernel.Size size) {
        List<String> command = plan.program(OPTIONS, ProgramJvm.class);
        command.addAll(List.of(kernel.name(), size.name()));
        return command;
    }

    /** The number of a program's process. */
    long pid(int program) {
        return programs.get(program).pid();
    }

    /** The first program with a kernel. */
    int indexOf(Kernel kernel) {
        return kernels.indexOf(kernel);
    }

    /** Tells a program to do something. */
    void send(int program, ProgramOrder order)
            throws IOException, InterruptedException, MeasurementException {
        try {
            programs.get(program).send(order.line());
        } catch (IOException ended) {
            throw ended(program);
        }
    }

    /**
     * Has programs open pools, one after another, so that a manager hears of them in this order;
     * then all of them warm up at the same time.
     *
     * @param orders for which program what; null for one that has nothing to do
     */
    void open(List<ProgramOrder> orders)
            throws IOException, InterruptedException, MeasurementException {
        int sent = 0;
        int opened = 0;
        int ready = 0;
        for (int program = 0; program < orders.size(); program++) {
            if (orders.get(program) == null) {
                continue;
            }
            peer = orders.get(program).peer();
            send(program, orders.get(program));
            for (sent++; opened < sent; ) {
                Kind said = next().event().kind();
                opened += said == Kind.OPENED ? 1 : 0;
                ready += said == Kind.READY ? 1 : 0; // an earlier one, that warmed up quickly
            }
        }
        await(Kind.READY, sent - ready);
    }

    private void await(Kind kind, int times)
            throws IOException, InterruptedException, MeasurementException {
        for (int left = times; left > 0; ) {
            left -= next().event().kind() == kind ? 1 : 0;
        }
    }

    /**
     * The next thing that one of them does.
     *
     * @throws MeasurementException if one ends, says what is no event, or nothing is heard for too
     *     long
     */
    Arrival next() throws IOException, InterruptedException, MeasurementException {
        Optional<Arrival> next = next(patienceNanos());
        if (next.isEmpty()) {
            throw hanging();
        }
        return next.get();
    }

    private long patienceNanos() {
        return TimeUnit.SECONDS.toNanos(plan.timeoutSeconds());
    }

    private MeasurementException hanging() throws IOException, InterruptedException {
        StringBuilder stacks = new StringBuilder();
        for (ChildProcess program : programs) {
            stacks.append(System.lineSeparator()).append(program.stacks(plan.jdk()));
        }
        return new MeasurementException(
                String.format(
                        "%s, %s: one of them has not answered for %d s; killed"
                                + " (--timeout changes the limit)%s",
                        names(), peer.label(), plan.timeoutSeconds(), stacks));
    }

    /** The same, but empty if nothing is heard for so long. */
    Optional<Arrival> next(long nanos)
            throws IOException, InterruptedException, MeasurementException {
        Line line = lines.poll(nanos, TimeUnit.NANOSECONDS);
        if (line == null) {
            return Optional.empty();
        }
        if (line.text == ChildProcess.END) {
            throw ended(line.program);
        }
        Optional<ProgramEvent> event = ProgramEvent.parse(line.text);
        if (event.isEmpty()) {
            throw new MeasurementException(
                    title(line.program) + ": expected an event, but it printed: " + line.text);
        }
        return Optional.of(new Arrival(line.program, line.heardNanos, event.get()));
    }

    private MeasurementException ended(int program) throws IOException, InterruptedException {
        return new MeasurementException(
                String.format(
                        "%s: the virtual machine ended with status %d%s",
                        title(program),
                        programs.get(program).waitFor(),
                        programs.get(program).errors()));
    }

    /** The words for a program in a message. */
    String title(int program) {
        return String.format("program %d of %s, %s", program + 1, names(), peer.label());
    }

    private String names() {
        return String.join(", ", kernels.stream().map(Kernel::label).toList());
    }

    /**
     * Has programs run until there is enough, and waits until all have stopped.
     *
     * @param running which ones
     */
    Window run(List<Integer> running, Window.Rule rule)
            throws IOException, InterruptedException, MeasurementException {
        List<ThreadFigures> before = figures(running);
        Window.Recorder recorder = new Window.Recorder(running.size(), rule, System.nanoTime());
        for (int program : running) {
            send(program, ProgramOrder.of(ProgramOrder.Kind.GO));
        }
        while (!recorder.isComplete(System.nanoTime())) {
            Optional<Arrival> arrival = next(LOOK_NANOS);
            if (arrival.isPresent()) {
                record(running, recorder, arrival.get());
            } else if (recorder.isLate(System.nanoTime(), patienceNanos())) {
                throw hanging();
            }
        }
        Window window = recorder.end(System.nanoTime(), counts(before, figures(running)));
        for (int program : running) {
            send(program, ProgramOrder.of(ProgramOrder.Kind.STOP));
        }
        await(Kind.STOPPED, running.size());
        return window;
    }

    private void record(List<Integer> running, Window.Recorder recorder, Arrival arrival)
            throws MeasurementException {
        ProgramEvent event = arrival.event();
        if (event.kind() == Kind.RUN) {
            int program = arrival.program();
            answers.check(kernels.get(program), size, title(program), event.answer());
            recorder.ran(running.indexOf(program), event.nanos());
        }
    }

    private List<ThreadFigures> figures(List<Integer> running) {
        return running.stream().map(program -> ThreadFigures.of(pid(program))).toList();
    }

    private static ThreadFigures.Counts counts(
            List<ThreadFigures> before, List<ThreadFigures> after) {
        ThreadFigures.Counts sum = ThreadFigures.Counts.NONE;
        for (int i = 0; i < before.size(); i++) {
            sum = sum.plus(after.get(i).since(before.get(i)));
        }
        return sum;
    }

    @Override
    public void close() {
        for (ChildProcess program : programs) {
            program.close();
        }
    }
}
