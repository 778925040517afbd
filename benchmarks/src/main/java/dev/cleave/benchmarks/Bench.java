package dev.cleave.benchmarks;

import dev.cleave.benchmarks.Catalogue.Program;
import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.future.FuturePrograms;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Measures a suite: {@code ./cleave bench}.
 *
 * <p>For every program, virtual machines run one after another, the serial version and each peer in
 * turn, and then all of them again, so that a machine that grows slow or busy does so for all of
 * them.
 */
public final class Bench {
    private final BenchPlan plan;
    private final long start;
    private final PrintWriter err;
    private final Report report;
    private final List<Row> rows = new ArrayList<>();
    private final Progress progress;
    private int measured;
    private boolean failed;

    private Bench(BenchPlan plan, long start, PrintWriter out, PrintWriter err) {
        this.plan = plan;
        this.start = start;
        this.err = err;
        progress = Progress.on(err);
        report = new Report(out);
    }

    /**
     * Measures the programs of the papers, on the calling thread.
     *
     * @param out takes the tables
     * @param err takes what went wrong
     * @return the exit status: 0, or 1 if a result was wrong or a measurement failed
     * @throws UsageException if the options make no sense; nothing has been measured then
     * @throws IOException if a virtual machine cannot be started or the rows cannot be written
     * @throws InterruptedException if the calling thread is interrupted; the machine that was
     *     measuring is killed
     */
    public static int run(BenchOptions options, PrintWriter out, PrintWriter err)
            throws IOException, InterruptedException {
        return run(BenchPlan.of(new PaperCatalogue(), options), System.nanoTime(), out, err);
    }

    /**
     * Measures what a plan says.
     *
     * @param start when the suite began, of {@link System#nanoTime}; in quick mode the rest of its
     *     time is divided among the virtual machines
     */
    static int run(BenchPlan plan, long start, PrintWriter out, PrintWriter err)
            throws IOException, InterruptedException {
        return new Bench(plan, start, out, err).run();
    }

    private int run() throws IOException, InterruptedException {
        report.header(plan);
        BusyThreads beside = new BusyThreads(plan.busyThreads());
        try {
            List<Program> programs = plan.programs();
            for (int i = 0; i < programs.size(); i++) {
                report.program(programs.get(i), plan.quick());
                measure(programs.get(i), budget(programs.subList(i, programs.size())));
            }
            report.summary(rows);
            if (plan.suite().name().equals(PaperCatalogue.DBLFUTURES)) {
                report.paper(rows);
            }
            report.aims(plan, rows);
        } finally {
            beside.end();
            // Not if there is no time to write them to the end.
            if (plan.json() != null && !ChildProcess.isVirtualMachineEnding()) {
                WrittenFile.write(plan.json(), Row.json(rows));
            }
        }
        return failed ? 1 : 0;
    }

    /** How much time each virtual machine may spend, with these programs yet to measure. */
    private Budget budget(List<Program> left) {
        return plan.quick()
                ? Budget.quick(plan.machines(left), System.nanoTime() - start)
                : Budget.full();
    }

    private void measure(Program program, Budget budget) throws IOException, InterruptedException {
        Optional<StolenTime> before = StolenTime.now();
        Problem problem = program.quick().get();
        boolean hasSerial = problem.hasSerial();
        List<Measurement> peers = plan.measurements(program, budget);
        Map<Measurement, List<Samples>> samples = new LinkedHashMap<>();
        for (Measurement peer : peers) {
            samples.put(peer, samples(peer));
        }
        Samples serial = hasSerial ? new Samples(Peer.SERIAL, 1) : null;
        Set<Measurement> broken = new LinkedHashSet<>();
        Checked checked = new Checked();
        for (int fork = 0; fork < plan.forks(); fork++) {
            if (hasSerial && !measure(plan.serial(program, budget), List.of(serial), checked)) {
                return;
            }
            for (Measurement peer : peers) {
                if (!broken.contains(peer) && !measure(peer, samples.get(peer), checked)) {
                    broken.add(peer);
                }
            }
        }
        samples.keySet().removeAll(broken);
        List<Samples> complete = samples.values().stream().flatMap(List::stream).toList();
        List<Row> measured =
                complete.stream()
                        .map(
                                each ->
                                        Row.of(
                                                plan.title(),
                                                program.name(),
                                                each,
                                                serial,
                                                checked.facts))
                        .toList();
        rows.addAll(measured);
        if (checked.facts != null) {
            report.rows(measured, serial, checked.facts);
            if (complete.stream().anyMatch(each -> each.peer().hasFutures())) {
                report.changedLines(FuturePrograms.changedLines(problem).orElseThrow());
            }
            if (plan.suite().disciplines()) {
                report.times(complete);
            }
            before.ifPresent(earlier -> report.stolen(StolenTime.now().get().shareSince(earlier)));
        }
    }

    private static List<Samples> samples(Measurement measurement) {
        return measurement.workers().stream()
                .map(workers -> new Samples(measurement.peer(), workers))
                .toList();
    }

    /** What the first run of a program has found; every other must find the same. */
    private static final class Checked {
        private String answer;
        private Event.Facts facts;
    }

    /** Measures once; false, and a word about it, if that failed or an answer was wrong. */
    private boolean measure(Measurement measurement, List<Samples> samples, Checked checked)
            throws IOException, InterruptedException {
        progress.show(
                String.format(
                        "%d of %d: %s",
                        ++measured, plan.machines(plan.programs()), measurement.title()));
        try {
            List<Event> events = new MeasuringChild(plan, measurement).measure();
            check(measurement, events, checked);
            samples.forEach(each -> each.add(events));
            return true;
        } catch (MeasurementException failure) {
            failed = true;
            progress.clear();
            err.println("cleave bench: " + failure.getMessage());
            err.flush();
            return false;
        } finally {
            progress.clear();
        }
    }

    private static void check(Measurement measurement, List<Event> events, Checked checked)
            throws MeasurementException {
        for (Event event : events) {
            if (event.kind() == Event.Kind.RUN) {
                if (checked.answer == null) {
                    checked.answer = event.answer();
                } else if (!checked.answer.equals(event.answer())) {
                    throw new MeasurementException(
                            String.format(
                                    "%s, %s: wrong result: %s, but the serial version"
                                            + " found %s",
                                    measurement.title(),
                                    Counted.of(event.workers(), "worker"),
                                    event.answer(),
                                    checked.answer));
                }
            } else if (event.kind() == Event.Kind.END && checked.facts == null) {
                checked.facts = event.facts();
            }
        }
    }
}
