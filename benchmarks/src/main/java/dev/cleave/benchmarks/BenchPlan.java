package dev.cleave.benchmarks;

import dev.cleave.Scheduling;
import dev.cleave.benchmarks.Catalogue.Program;
import dev.cleave.benchmarks.Catalogue.Suite;
import dev.cleave.benchmarks.peers.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What to measure: options that have been checked, with everything filled in that was left out.
 *
 * @param json where to write the rows, or null
 * @param jdk the home of the JDK to measure with
 * @param schedulings the disciplines to measure; one null stands for the default one
 * @param forks how many virtual machines measure the same thing
 * @param busyThreads how many threads compute beside what is measured
 * @param timeout how long a run may take before it counts as hanging
 */
record BenchPlan(
        Catalogue catalogue,
        Suite suite,
        List<Program> programs,
        List<Peer> peers,
        List<String> schedulings,
        List<Integer> workers,
        boolean quick,
        Path json,
        Path jdk,
        int forks,
        Duration timeout,
        int busyThreads,
        List<String> jvmArguments) {

    private static final int MOST_FORKS = 100;
    private static final int FORKS = 5;
    private static final int QUICK_FORKS = 2;
    private static final int TIMEOUT_SECONDS = 900;
    private static final int QUICK_TIMEOUT_SECONDS = 60;
    private static final int MOST_BUSY_THREADS = 1_000;

    /**
     * Checks the options.
     *
     * @throws UsageException if one of them makes no sense
     */
    static BenchPlan of(Catalogue catalogue, BenchOptions options) {
        Suite suite =
                OptionChecks.choose(
                        "suite", options.suite(), catalogue.suites(), Suite::name, "suites");
        List<Program> programs =
                options.programs().isEmpty()
                        ? suite.programs()
                        : OptionChecks.chooseAll(
                                "program of " + suite.name(),
                                options.programs(),
                                suite.programs(),
                                Program::name,
                                "programs");
        IntFunction<BenchPlan> withForks =
                forks ->
                        new BenchPlan(
                                catalogue,
                                suite,
                                programs,
                                peers(suite, options.peers(), OptionChecks.jdk(options.jdk())),
                                schedulings(suite, options.scheduling()),
                                workers(suite, options.workers()),
                                options.quick(),
                                OptionChecks.file("--json", options.json()),
                                OptionChecks.jdk(options.jdk()),
                                forks,
                                Duration.ofSeconds(
                                        OptionChecks.between(
                                                "--timeout",
                                                options.timeoutSeconds(),
                                                Integer.MAX_VALUE,
                                                options.quick()
                                                        ? QUICK_TIMEOUT_SECONDS
                                                        : TIMEOUT_SECONDS)),
                                OptionChecks.between(
                                        "--busy", options.busyThreads(), MOST_BUSY_THREADS, 0),
                                options.jvmArguments());
        BenchPlan plan =
                withForks.apply(
                        OptionChecks.between(
                                "--forks",
                                options.forks(),
                                MOST_FORKS,
                                options.quick() ? QUICK_FORKS : FORKS));
        return options.quick()
                        && options.forks() == null
                        && plan.machines(programs) > Budget.QUICK_MACHINES
                ? withForks.apply(1)
                : plan;
    }

    /** The suite, and what else every row is to say of the measurement. */
    String title() {
        return busyThreads == 0 ? suite.name() : suite.name() + " --busy " + busyThreads;
    }

    /** What the peers have to measure of one program, without the serial version. */
    List<Measurement> measurements(Program program, Budget budget) {
        List<Measurement> all = new ArrayList<>();
        for (Peer peer : peers) {
            if (program.peers().contains(peer.program())) {
                for (String scheduling : peer.scheduled() ? schedulings : noScheduling()) {
                    for (List<Integer> sizes : peer.sizes(workers)) {
                        all.add(measurement(program, peer, scheduling, sizes, budget));
                    }
                }
            }
        }
        return all;
    }

    /** The serial version of one program. */
    Measurement serial(Program program, Budget budget) {
        return measurement(program, Peer.SERIAL, null, List.of(1), budget);
    }

    private Measurement measurement(
            Program program, Peer peer, String scheduling, List<Integer> sizes, Budget budget) {
        return new Measurement(
                catalogue.getClass().getName(),
                suite.name(),
                program.name(),
                peer,
                scheduling,
                sizes,
                quick,
                budget);
    }

    /** How many virtual machines it takes to measure some of the programs. */
    int machines(List<Program> some) {
        int machines = 0;
        for (Program program : some) {
            machines += forks * (1 + measurements(program, null).size());
        }
        return machines;
    }

    private static List<String> noScheduling() {
        return Arrays.asList((String) null);
    }

    private static List<Peer> peers(Suite suite, List<String> asked, Path jdk) {
        Set<Peer> has = new LinkedHashSet<>();
        suite.programs().forEach(program -> has.addAll(program.peers()));
        int java = JdkRelease.feature(jdk);
        if (asked.isEmpty()) {
            return has.stream().filter(peer -> peer.oldestJava() <= java).toList();
        }
        Arrays.stream(Peer.values()).filter(peer -> has.contains(peer.program())).forEach(has::add);
        List<Peer> chosen =
                OptionChecks.chooseAll(
                        "peer in suite " + suite.name(), asked, has, Peer::label, "peers");
        for (Peer peer : chosen) {
            if (peer.oldestJava() > java) {
                throw new UsageException(
                        String.format(
                                "peer %s needs Java %d, and %s is Java %d; choose another --jdk",
                                peer.label(), peer.oldestJava(), jdk, java));
            }
        }
        return chosen;
    }

    private static List<String> schedulings(Suite suite, List<String> asked) {
        List<String> all = Arrays.stream(Scheduling.values()).map(Scheduling::name).toList();
        if (asked.isEmpty()) {
            return suite.disciplines() ? all : noScheduling();
        }
        if (asked.size() == 1 && asked.get(0).equalsIgnoreCase("all")) {
            return all;
        }
        // One that is unknown is said as it was written.
        List<String> names =
                asked.stream()
                        .map(
                                name ->
                                        all.stream()
                                                .filter(name::equalsIgnoreCase)
                                                .findAny()
                                                .orElse(name))
                        .toList();
        return OptionChecks.chooseAll(
                "scheduling", names, all, Function.identity(), "all, or a list of");
    }

    private static List<Integer> workers(Suite suite, List<Integer> asked) {
        if (asked.isEmpty()) {
            return workers(suite.name(), Runtime.getRuntime().availableProcessors());
        }
        return asked.stream().distinct().toList();
    }

    /** One, all processors, and two between them where a suite has aims for two. */
    static List<Integer> workers(String suite, int processors) {
        return IntStream.of(1, 2, processors)
                .filter(size -> size == 1 || size == processors || Aims.areFor(suite))
                .filter(size -> size <= processors)
                .distinct()
                .boxed()
                .toList();
    }
}
