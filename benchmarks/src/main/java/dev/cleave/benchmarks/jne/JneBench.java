package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.ChildProcess;
import dev.cleave.benchmarks.Counted;
import dev.cleave.benchmarks.MeasurementException;
import dev.cleave.benchmarks.Progress;
import dev.cleave.benchmarks.UsageException;
import dev.cleave.benchmarks.WrittenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Runs the experiment of the JNE paper: {@code ./cleave bench jne}.
 *
 * <p>For each group of workloads with the same programs, two sets of virtual machines are started:
 * one for {@code java.util.concurrent}, one for Cleave. The machines of a set change from peer to
 * peer between two windows of measurement, so that all peers are measured within minutes of each
 * other, and warm.
 */
public final class JneBench {
    /** The name of the suite. */
    public static final String NAME = "jne";

    private static final int PAPER_RUNS = 10;
    private static final long QUICK_SECONDS = 110;
    private static final long SECONDS = 900;
    private static final long QUICK_MOST_SECONDS = 1;
    private static final long MOST_SECONDS = 10;
    private static final long WARM_UP_MILLIS = 3_000;
    private static final long QUICK_WARM_UP_MILLIS = 500;

    /** For a pool other than the last one, in a virtual machine that is warm. */
    private static final long AGAIN_MILLIS = 300;

    private static final long QUICK_AGAIN_MILLIS = 100;

    private final JnePlan plan;
    private final Pace pace;
    private final long start = System.nanoTime();
    private final PrintWriter err;
    private final Progress progress;
    private final JneReport report;
    private final JneResults results = new JneResults();
    private final Answers answers = new Answers();
    private final Map<Workload, Map<WorkloadPeer, List<Window>>> windows =
            new EnumMap<>(Workload.class);
    private WindowBudget budget;
    private boolean failed;

    private JneBench(JnePlan plan, Pace pace, PrintWriter out, PrintWriter err) {
        this.plan = plan;
        this.pace = pace;
        this.err = err;
        progress = Progress.on(err);
        report = new JneReport(out);
    }

    /**
     * Measures, on the calling thread.
     *
     * @param out takes the tables
     * @param err takes what went wrong, and on a terminal what is being done
     * @return the exit status: 0, or 1 if a result was wrong or a measurement failed
     * @throws UsageException if the options make no sense; nothing has been measured then
     * @throws IOException if a virtual machine cannot be started or a file not be written
     * @throws InterruptedException if the calling thread is interrupted; what was started is killed
     */
    public static int run(JneOptions options, PrintWriter out, PrintWriter err)
            throws IOException, InterruptedException {
        JnePlan plan = JnePlan.of(options);
        return run(plan, plan.quick() ? Pace.QUICK : Pace.FULL, out, err);
    }

    /** The same, at a pace of its own. */
    static int run(JnePlan plan, Pace pace, PrintWriter out, PrintWriter err)
            throws IOException, InterruptedException {
        return new JneBench(plan, pace, out, err).run();
    }

    private int run() throws IOException, InterruptedException {
        report.header(plan);
        try (Managers managers = Managers.start(plan)) {
            limits(managers);
            costs(managers);
            failures(managers);
            budget =
                    new WindowBudget(
                            start
                                    + TimeUnit.SECONDS.toNanos(
                                            plan.quick() ? QUICK_SECONDS : SECONDS),
                            plan.windows(),
                            TimeUnit.SECONDS.toNanos(
                                    plan.quick() ? QUICK_MOST_SECONDS : MOST_SECONDS));
            for (int fork = 0; fork < plan.forks(); fork++) {
                for (List<Workload> group : plan.groups()) {
                    measure(managers, group, fork);
                }
            }
            progress.clear();
            sumUp();
            report.print(plan, results);
        } catch (MeasurementException noManager) {
            fail(noManager);
        } finally {
            progress.clear();
            // Else there is no time to write them to the end.
            boolean hasTime = !ChildProcess.isVirtualMachineEnding();
            if (hasTime && plan.json() != null) {
                WrittenFile.write(plan.json(), results.json());
            }
            if (hasTime && plan.plot() != null) {
                WrittenFile.write(plan.plot(), WorkloadPlot.svg(results));
            }
        }
        return failed ? 1 : 0;
    }

    private void fail(MeasurementException failure) {
        failed = true;
        say("cleave bench: " + failure.getMessage());
    }

    private void say(String line) {
        progress.clear();
        err.println(line);
        err.flush();
    }

    private void limits(Managers managers) throws IOException, InterruptedException {
        if (!plan.limits()) {
            return;
        }
        progress.show("limits: changing quotas, affinity and grants under running pools");
        try {
            results.changes.addAll(
                    new LimitsExperiment(plan, pace, managers, answers, this::say).run());
        } catch (MeasurementException failure) {
            fail(failure);
        }
    }

    private void costs(Managers managers) throws IOException, InterruptedException {
        if (!plan.costs()) {
            return;
        }
        progress.show("costs: watching an idle manager");
        try {
            results.costs = CostsExperiment.run(plan, pace, managers);
        } catch (MeasurementException failure) {
            fail(failure);
        }
    }

    private void failures(Managers managers) throws IOException, InterruptedException {
        if (!plan.failures()) {
            return;
        }
        progress.show("failures: killing and stopping programs and managers");
        try {
            results.losses.addAll(new FailuresExperiment(plan, pace, managers, this::say).run());
        } catch (MeasurementException failure) {
            fail(failure);
        }
    }

    /** Measures the workloads of a group once; what has failed is said, and left out. */
    private void measure(Managers managers, List<Workload> group, int fork)
            throws IOException, InterruptedException {
        List<Kernel> kernels = group.get(0).kernels();
        Kernel.Size size = group.get(0).size(plan.quick());
        progress.show(group.get(0).label() + ": starting virtual machines");
        try (ProgramSet juc = new ProgramSet(plan, managers, answers, kernels, size);
                ProgramSet cleave = new ProgramSet(plan, managers, answers, kernels, size)) {
            warmUp(juc, WorkloadPeer.JUC);
            warmUp(cleave, WorkloadPeer.FIXED);
            for (Standalones.Key key : plan.standalones(group)) {
                alone(key.peer().isCleaves() ? cleave : juc, key);
            }
            List<WorkloadPeer> peers = new ArrayList<>(plan.peers());
            if (fork % 2 == 1) {
                Collections.reverse(peers); // A drift of the machine favours nobody.
            }
            for (Workload workload : group) {
                for (WorkloadPeer peer : peers) {
                    together(peer.isCleaves() ? cleave : juc, workload, peer, managers);
                }
            }
        } catch (MeasurementException failure) {
            fail(failure);
        }
    }

    private void warmUp(ProgramSet programs, WorkloadPeer peer)
            throws IOException, InterruptedException, MeasurementException {
        programs.open(
                Collections.nCopies(
                        Workload.ONE.kernels().size(),
                        ProgramOrder.open(
                                peer,
                                plan.processors(),
                                null,
                                plan.quick() ? QUICK_WARM_UP_MILLIS : WARM_UP_MILLIS)));
    }

    private void alone(ProgramSet programs, Standalones.Key key)
            throws IOException, InterruptedException, MeasurementException {
        progress.show(
                String.format(
                        "%s alone, %s, %s",
                        key.kernel().label(),
                        key.peer().label(),
                        Counted.of(key.workers(), "worker")));
        int program = programs.indexOf(key.kernel());
        List<ProgramOrder> orders = new ArrayList<>(Collections.nCopies(program, null));
        orders.add(ProgramOrder.open(key.peer(), key.workers(), null, againMillis()));
        programs.open(orders);
        Window window = programs.run(List.of(program), rule());
        results.standalones.add(key, window.runs().get(0));
    }

    private long againMillis() {
        return plan.quick() ? QUICK_AGAIN_MILLIS : AGAIN_MILLIS;
    }

    private Window.Rule rule() {
        return new Window.Rule(
                PAPER_RUNS, plan.full() ? Long.MAX_VALUE : budget.next(System.nanoTime()));
    }

    private void together(
            ProgramSet programs, Workload workload, WorkloadPeer peer, Managers managers)
            throws IOException, InterruptedException, MeasurementException {
        progress.show(workload.label() + ", " + peer.label());
        List<Integer> wanted = workload.wanted(plan.processors());
        List<ProgramOrder> orders = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            orders.add(
                    ProgramOrder.open(
                            peer,
                            peer.workers(wanted.get(i), plan.processors()),
                            managers.folder(peer).toString(),
                            againMillis()));
        }
        programs.open(orders);
        Window window = programs.run(IntStream.range(0, wanted.size()).boxed().toList(), rule());
        windows.computeIfAbsent(workload, first -> new EnumMap<>(WorkloadPeer.class))
                .computeIfAbsent(peer, first -> new ArrayList<>())
                .add(window);
    }

    private void sumUp() {
        windows.forEach(
                (workload, peers) ->
                        peers.forEach(
                                (peer, seen) ->
                                        results.workloads.add(result(workload, peer, seen))));
    }

    private WorkloadResult result(Workload workload, WorkloadPeer peer, List<Window> seen) {
        List<Integer> wanted = workload.wanted(plan.processors());
        List<WorkloadResult.Standalone> standalone = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            standalone.add(
                    results.standalones.of(
                            workload.kernels().get(i), workload.size(plan.quick()), wanted.get(i)));
        }
        return WorkloadResult.of(workload, peer, wanted, seen, standalone);
    }
}
