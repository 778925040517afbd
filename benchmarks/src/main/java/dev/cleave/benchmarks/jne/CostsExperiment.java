package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.MeasurementException;
import dev.cleave.benchmarks.jne.ProgramOrder.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** What the dialogue costs: a program's question, and a manager to whom nobody says anything. */
final class CostsExperiment {
    private static final double PERCENT = 100;
    private static final double KIB_PER_MIB = 1024;

    /**
     * What it costs.
     *
     * @param idlePrograms how many the manager had
     * @param cpusCurrentNanos a call of {@code CpuManager.cpusCurrent()}
     * @param managerPercent of a processor, with so many idle programs; null where the system does
     *     not say
     * @param managerMib its resident memory, what it shares with others included; likewise
     */
    record Costs(
            int idlePrograms, double cpusCurrentNanos, Double managerPercent, Double managerMib) {}

    private CostsExperiment() {}

    static Costs run(JnePlan plan, Pace pace, Managers managers)
            throws IOException, InterruptedException, MeasurementException {
        double nanos;
        try (ProgramSet program =
                new ProgramSet(
                        plan, managers, new Answers(), List.of(Kernel.LUFACT), Kernel.Size.FINE)) {
            program.send(0, ProgramOrder.of(Kind.TIME_CPUS_CURRENT));
            nanos = program.next().event().nanos();
        }
        try (ProgramSet programs =
                new ProgramSet(
                        plan,
                        managers,
                        new Answers(),
                        Collections.nCopies(pace.idlePrograms(), Kernel.LUFACT),
                        Kernel.Size.FINE)) {
            programs.open(
                    Collections.nCopies(
                            pace.idlePrograms(),
                            ProgramOrder.open(
                                    WorkloadPeer.DYNAMIC,
                                    plan.processors(),
                                    managers.folder(WorkloadPeer.DYNAMIC).toString(),
                                    0)));
            return idle(nanos, managers.pid(WorkloadPeer.DYNAMIC), pace);
        }
    }

    private static Costs idle(double nanos, long manager, Pace pace)
            throws IOException, InterruptedException {
        Thread.sleep(pace.settleMillis()); // what registering and compiling have left to do
        ThreadFigures before = ThreadFigures.of(manager);
        long start = System.nanoTime();
        Thread.sleep(pace.idleMillis());
        Long computed = ThreadFigures.of(manager).since(before).cpuNanos();
        double elapsed = System.nanoTime() - start;
        return new Costs(
                pace.idlePrograms(),
                nanos,
                computed == null ? null : PERCENT * computed / elapsed,
                memory(manager));
    }

    private static Double memory(long process) throws IOException {
        Path status = Path.of("/proc", Long.toString(process), "status");
        if (!Files.exists(status)) {
            return null;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / KIB_PER_MIB)
                    .findFirst()
                    .orElse(null);
        }
    }
}
