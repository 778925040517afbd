package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.MeasurementException;
import dev.cleave.benchmarks.jne.ProgramOrder.Kind;
import dev.cleave.processors.ManagedProcessors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Quotas, affinity and the manager's grants, changed in the middle of a program's runs: how soon
 * its pool follows.
 */
final class LimitsExperiment {
    private static final Kernel KERNEL = Kernel.SERIES;
    private static final Kernel.Size SIZE = Kernel.Size.QUICK;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MOST = 2.0;
    private static final double LEAST = 0.5;
    private static final int TASKSET_SECONDS = 10;

    private final JnePlan plan;
    private final Pace pace;
    private final Managers managers;
    private final Answers answers;
    private final Consumer<String> skipped;
    private final List<Change> changes = new ArrayList<>();
    private final Listener listener = new Listener();

    /**
     * An experiment.
     *
     * @param skipped takes what cannot be done here, and why
     */
    LimitsExperiment(
            JnePlan plan, Pace pace, Managers managers, Answers answers, Consumer<String> skipped) {
        this.plan = plan;
        this.pace = pace;
        this.managers = managers;
        this.answers = answers;
        this.skipped = skipped;
    }

    /** Something that changes what a program may use. */
    private interface Limit {
        void cut() throws IOException, InterruptedException, MeasurementException;

        void restore() throws IOException, InterruptedException, MeasurementException;

        /** How often the program has been held up so far; null where nothing is counted. */
        default Long throttled() throws IOException {
            return null;
        }
    }

    /** Does all that can be done here. */
    List<Change> run() throws IOException, InterruptedException, MeasurementException {
        if (plan.processors() < 2) {
            skipped.accept("limits: two processors are needed, and there is one");
            return changes;
        }
        for (WorkloadPeer peer : List.of(WorkloadPeer.JUC, WorkloadPeer.CONTAINER)) {
            if (plan.peers().contains(peer)) {
                // The group is closed last: its program must be gone by then.
                try (QuotaGroup group = QuotaGroup.make().orElse(null);
                        ProgramSet program = program(peer)) {
                    affinity(program, peer);
                    quota(program, peer, group);
                }
            }
        }
        if (plan.peers().contains(WorkloadPeer.DYNAMIC)) {
            try (ProgramSet program = program(WorkloadPeer.DYNAMIC)) {
                grant(program);
            }
        }
        return changes;
    }

    private ProgramSet program(WorkloadPeer peer)
            throws IOException, InterruptedException, MeasurementException {
        ProgramSet program = new ProgramSet(plan, managers, answers, List.of(KERNEL), SIZE);
        try {
            program.open(
                    List.of(ProgramOrder.open(WorkloadPeer.SERIAL, 1, null, pace.warmUpMillis())));
            program.run(List.of(0), new Window.Rule(1, Long.MAX_VALUE));
            program.open(
                    List.of(
                            ProgramOrder.open(
                                    peer,
                                    plan.processors(),
                                    managers.folder(peer).toString(),
                                    pace.warmUpMillis())));
            program.send(0, ProgramOrder.of(Kind.WATCH));
            program.send(0, ProgramOrder.of(Kind.GO));
            return program;
        } catch (IOException | InterruptedException | MeasurementException | RuntimeException e) {
            program.close();
            throw e;
        }
    }

    /** The group is null where there can be none. */
    private void quota(ProgramSet program, WorkloadPeer peer, QuotaGroup group)
            throws IOException, InterruptedException, MeasurementException {
        if (group == null) {
            skipped.accept(
                    "limits: no quota is changed, which takes control groups of version 1"
                            + " (/sys/fs/cgroup/cpu) and root");
            return;
        }
        group.allow(MOST);
        group.admit(program.pid(0));
        change(
                program,
                "quota 2.0 to 0.5",
                peer,
                new Limit() {
                    @Override
                    public void cut() throws IOException {
                        group.allow(LEAST);
                    }

                    @Override
                    public void restore() throws IOException {
                        group.allow(MOST);
                    }

                    @Override
                    public Long throttled() throws IOException {
                        return group.throttled();
                    }
                },
                pace.changes(),
                pace.phaseMillis());
    }

    private void affinity(ProgramSet program, WorkloadPeer peer)
            throws IOException, InterruptedException, MeasurementException {
        String all = allowed(program.pid(0));
        if (all == null) {
            skipped.accept("limits: no affinity is changed: the system does not show any");
            return;
        }
        String first = all.split("[-,]")[0];
        try {
            change(
                    program,
                    "affinity " + all + " to " + first,
                    peer,
                    new Limit() {
                        @Override
                        public void cut()
                                throws IOException, InterruptedException, MeasurementException {
                            bind(program.pid(0), first);
                        }

                        @Override
                        public void restore()
                                throws IOException, InterruptedException, MeasurementException {
                            bind(program.pid(0), all);
                        }
                    },
                    pace.changes(),
                    pace.phaseMillis());
        } catch (IOException noTaskset) {
            skipped.accept("limits: no affinity is changed: " + noTaskset.getMessage());
        }
    }

    private static String allowed(long pid) throws IOException {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.exists(status)) {
            return null;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(null);
    }

    private static void bind(long pid, String processors)
            throws IOException, InterruptedException, MeasurementException {
        Process taskset =
                new ProcessBuilder("taskset", "-a", "-p", "-c", processors, Long.toString(pid))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!taskset.waitFor(TASKSET_SECONDS, TimeUnit.SECONDS) || taskset.exitValue() != 0) {
            taskset.destroyForcibly();
            throw new MeasurementException(
                    "taskset -a -p -c " + processors + " " + pid + " fails or does not end");
        }
    }

    private void grant(ProgramSet program)
            throws IOException, InterruptedException, MeasurementException {
        change(
                program,
                "grant, as another program comes and goes",
                WorkloadPeer.DYNAMIC,
                new Limit() {
                    private ManagedProcessors other;

                    @Override
                    public void cut() throws IOException {
                        other =
                                new ManagedProcessors(
                                        managers.folder(WorkloadPeer.DYNAMIC),
                                        "another program",
                                        plan.processors(),
                                        1,
                                        1);
                    }

                    @Override
                    public void restore() {
                        other.close();
                    }
                },
                pace.grants(),
                pace.grantMillis());
    }

    private void change(
            ProgramSet program,
            String what,
            WorkloadPeer peer,
            Limit limit,
            int times,
            long phaseMillis)
            throws IOException, InterruptedException, MeasurementException {
        long phaseNanos = TimeUnit.MILLISECONDS.toNanos(phaseMillis);
        listener.listen(program, System.nanoTime(), phaseNanos, now -> false);
        double before = listener.runs;
        double during = 0;
        double after = 0;
        long throttled = 0;
        Double shrink = 0.0;
        Double grow = 0.0;
        for (int time = 0; time < times; time++) {
            int full = listener.workers;
            Long from = limit.throttled();
            long start = System.nanoTime();
            limit.cut();
            shrink = slower(shrink, listener.listen(program, start, phaseNanos, now -> now < full));
            during += listener.runs;
            throttled += from == null ? 0 : limit.throttled() - from;
            start = System.nanoTime();
            limit.restore();
            grow = slower(grow, listener.listen(program, start, phaseNanos, now -> now >= full));
            after += listener.runs;
            if (shrink == null) {
                grow = null; // Nothing to grow from.
            }
        }
        double phases = times * phaseMillis * NANOS_PER_MILLI / NANOS_PER_SECOND;
        changes.add(
                new Change(
                        what,
                        peer,
                        shrink,
                        grow,
                        new double[] {before * times / phases, during / phases, after / phases},
                        limit.throttled() == null ? null : throttled / phases));
    }

    private static Double slower(Double a, Double b) {
        return a == null || b == null ? null : (Double) Math.max(a, b);
    }

    /** Hears what a program does. */
    private final class Listener {
        /** How many its pool has; it says so only when that changes. */
        private int workers;

        /** How often it has run in the last phase. */
        private int runs;

        /**
         * Listens for a phase.
         *
         * @return after how many milliseconds the pool had such a number of workers; null if it did
         *     not in all the time
         */
        private Double listen(
                ProgramSet program, long start, long phaseNanos, IntPredicate expected)
                throws IOException, InterruptedException, MeasurementException {
            Double reaction = null;
            runs = 0;
            for (long left; (left = start + phaseNanos - System.nanoTime()) > 0; ) {
                Optional<ProgramSet.Arrival> arrival = program.next(left);
                if (arrival.isEmpty()) {
                    break;
                }
                ProgramEvent event = arrival.get().event();
                if (event.kind() == ProgramEvent.Kind.RUN) {
                    answers.check(KERNEL, SIZE, program.title(0), event.answer());
                    runs++;
                } else if (event.kind() == ProgramEvent.Kind.WORKERS) {
                    workers = event.workers();
                    if (reaction == null && expected.test(workers)) {
                        reaction = (arrival.get().heardNanos() - start) / NANOS_PER_MILLI;
                    }
                }
            }
            return reaction;
        }
    }
}
