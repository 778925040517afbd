package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.MeasurementException;
import dev.cleave.processors.ManagedProcessors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Programs and managers that are killed, stopped and continued: how long a processor is lost. Two
 * programs want all processors; one is the victim, the other one, which lives through everything,
 * tells what it has. Times begin before a signal is sent, and end when this virtual machine hears
 * of the grant.
 */
final class FailuresExperiment {
    /** The manager's default policy. */
    private static final WorkloadPeer PEER = WorkloadPeer.DYNAMIC;

    /** A manager looks whether programs live so often; failures are spread over that time. */
    private static final long PERIOD_MILLIS = 900;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final int SIGNAL_SECONDS = 10;

    private final JnePlan plan;
    private final Pace pace;
    private final Managers managers;
    private final Consumer<String> skipped;
    private final List<Loss> losses = new ArrayList<>();

    /** How many processors the manager has. */
    private int all;

    /**
     * An experiment.
     *
     * @param skipped takes what cannot be done here, and why
     */
    FailuresExperiment(JnePlan plan, Pace pace, Managers managers, Consumer<String> skipped) {
        this.plan = plan;
        this.pace = pace;
        this.managers = managers;
        this.skipped = skipped;
    }

    /** Does all that can be done here. */
    List<Loss> run() throws IOException, InterruptedException, MeasurementException {
        try (GrantedProgram other = program()) {
            other.await("it has a grant", now -> now != ManagedProcessors.NO_LIMIT);
            all = other.processors();
            if (all < 2) {
                skipped.accept("failures: two processors are needed, and the manager has one");
                return losses;
            }
            programKilled(other);
            if (Files.exists(Path.of("/proc/self/stat"))) {
                programStopped(other);
            } else {
                skipped.accept(
                        "failures: no program is stopped: the manager sees that in /proc only");
            }
            managerKilled(other);
            managerStopped(other);
        }
        return losses;
    }

    private GrantedProgram program() throws IOException {
        return new GrantedProgram(plan, managers.folder(PEER));
    }

    private void programKilled(GrantedProgram other)
            throws IOException, InterruptedException, MeasurementException {
        List<Double> killed = new ArrayList<>();
        for (int time = 0; time < pace.failures(); time++) {
            try (GrantedProgram victim = program()) {
                awaitShare(other);
                pause(time);
                long start = System.nanoTime();
                victim.kill();
                killed.add(millis(start, awaitAll(other)));
            }
        }
        losses.add(Loss.of("program killed: the other has its processors", killed));
    }

    private void programStopped(GrantedProgram other)
            throws IOException, InterruptedException, MeasurementException {
        List<Double> stopped = new ArrayList<>();
        List<Double> continued = new ArrayList<>();
        try (GrantedProgram victim = program()) {
            awaitShare(other);
            for (int time = 0; time < pace.failures(); time++) {
                // Downwards: the last is just behind a look of the manager's, and takes longest.
                pause(pace.failures() - 1 - time);
                long start = System.nanoTime();
                signal("STOP", victim.pid());
                stopped.add(millis(start, awaitAll(other)));
                pause(time);
                start = System.nanoTime();
                signal("CONT", victim.pid());
                // Of its share itself it need not hear: it may be the one that it had.
                continued.add(millis(start, awaitShare(other)));
            }
        }
        awaitAll(other);
        losses.add(Loss.of("program stopped: the other has its processors", stopped));
        losses.add(Loss.of("program continued: it has its share again", continued));
    }

    private void managerKilled(GrantedProgram other)
            throws IOException, InterruptedException, MeasurementException {
        List<Double> killed = new ArrayList<>();
        List<Double> succeeded = new ArrayList<>();
        try (GrantedProgram victim = program()) {
            awaitShare(other);
            awaitShare(victim);
            for (int time = 0; time < pace.failures(); time++) {
                pause(time);
                long start = System.nanoTime();
                managers.kill(PEER);
                long free = awaitNoLimit(other);
                killed.add(millis(start, later(free, awaitNoLimit(victim))));
                managers.startSuccessor(plan, PEER);
                start = System.nanoTime();
                long shared = awaitShare(other);
                succeeded.add(millis(start, later(shared, awaitShare(victim))));
            }
        }
        awaitAll(other);
        losses.add(Loss.of("manager killed: nobody is limited", killed));
        losses.add(Loss.of("its successor ready: all have their shares", succeeded));
    }

    private void managerStopped(GrantedProgram other)
            throws IOException, InterruptedException, MeasurementException {
        List<Double> continued = new ArrayList<>();
        for (int time = 0; time < pace.failures(); time++) {
            try (GrantedProgram victim = program()) {
                awaitShare(other);
                signal("STOP", managers.pid(PEER));
                victim.kill();
                pause(time);
                long start = System.nanoTime();
                signal("CONT", managers.pid(PEER));
                continued.add(millis(start, awaitAll(other)));
            }
        }
        losses.add(
                Loss.of("manager continued: a killed program's processors are given", continued));
    }

    private long awaitAll(GrantedProgram program)
            throws IOException, InterruptedException, MeasurementException {
        return program.await("it has all " + all + " processors", now -> now == all);
    }

    private long awaitShare(GrantedProgram program)
            throws IOException, InterruptedException, MeasurementException {
        return program.await("it has some of " + all + " processors", now -> now < all);
    }

    private static long awaitNoLimit(GrantedProgram program)
            throws IOException, InterruptedException, MeasurementException {
        return program.await("it has no manager", now -> now == ManagedProcessors.NO_LIMIT);
    }

    /** The later of two times of {@link System#nanoTime}. */
    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }

    private static double millis(long start, long end) {
        return Math.max(0, end - start) / NANOS_PER_MILLI;
    }

    /** Each time after another part of the manager's period. */
    private void pause(int time) throws InterruptedException {
        Thread.sleep(PERIOD_MILLIS * time / pace.failures());
    }

    private static void signal(String name, long process)
            throws IOException, InterruptedException, MeasurementException {
        Process kill =
                new ProcessBuilder("sh", "-c", "kill -" + name + " " + process)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            kill.destroyForcibly();
            throw new MeasurementException(
                    "kill -" + name + " " + process + " fails or does not end");
        }
    }
}
