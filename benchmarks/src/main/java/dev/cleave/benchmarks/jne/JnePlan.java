package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.ChildProcess;
import dev.cleave.benchmarks.OptionChecks;
import dev.cleave.benchmarks.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What to measure: options that have been checked, with everything filled in that was left out.
 *
 * @param json where to write the rows, or null
 * @param plot where to draw the workloads, or null
 * @param limits whether to change quotas, affinity and grants under running pools
 * @param costs whether to measure what the dialogue costs
 * @param failures whether to kill and stop programs and managers
 * @param processors how many there are
 * @param forks how many times virtual machines measure the same thing
 * @param manager the main class and arguments of a CPU manager, but for its policy
 */
record JnePlan(
        boolean quick,
        boolean full,
        Path json,
        Path plot,
        Path jdk,
        List<WorkloadPeer> peers,
        List<Workload> workloads,
        boolean limits,
        boolean costs,
        boolean failures,
        int processors,
        int forks,
        int timeoutSeconds,
        List<String> jvmArguments,
        List<String> manager) {

    static final String LIMITS = "limits";
    static final String COSTS = "costs";
    static final String FAILURES = "failures";

    private static final int MOST_FORKS = 100;
    private static final int FORKS = 2;
    private static final int TIMEOUT_SECONDS = 900;
    private static final int QUICK_TIMEOUT_SECONDS = 60;

    /**
     * Checks the options.
     *
     * @throws UsageException if one of them makes no sense
     */
    static JnePlan of(JneOptions options) {
        if (options.quick() && options.full()) {
            throw new UsageException("--quick and --full exclude each other: leave one out");
        }
        List<String> programs =
                options.programs().isEmpty()
                        ? names()
                        : OptionChecks.chooseAll(
                                "program of jne",
                                options.programs(),
                                names(),
                                Function.identity(),
                                "programs");
        List<WorkloadPeer> peers =
                options.peers().isEmpty()
                        ? WorkloadPeer.choices()
                        : OptionChecks.chooseAll(
                                "peer in suite jne",
                                options.peers(),
                                WorkloadPeer.choices(),
                                WorkloadPeer::label,
                                "peers");
        return new JnePlan(
                options.quick(),
                options.full(),
                OptionChecks.file("--json", options.json()),
                OptionChecks.file("--plot", options.plot()),
                OptionChecks.jdk(options.jdk()),
                peers.stream().sorted().toList(),
                Arrays.stream(Workload.values())
                        .filter(workload -> programs.contains(workload.label()))
                        .toList(),
                programs.contains(LIMITS),
                programs.contains(COSTS),
                programs.contains(FAILURES),
                Runtime.getRuntime().availableProcessors(),
                OptionChecks.between(
                        "--forks", options.forks(), MOST_FORKS, options.quick() ? 1 : FORKS),
                OptionChecks.between(
                        "--timeout",
                        options.timeoutSeconds(),
                        Integer.MAX_VALUE,
                        options.quick() ? QUICK_TIMEOUT_SECONDS : TIMEOUT_SECONDS),
                options.jvmArguments(),
                options.manager());
    }

    private static List<String> names() {
        return Stream.concat(
                        Arrays.stream(Workload.values()).map(Workload::label),
                        Stream.of(LIMITS, COSTS, FAILURES))
                .toList();
    }

    /** The peers that need a CPU manager; the default policy's also to be measured itself. */
    List<WorkloadPeer> managed() {
        return WorkloadPeer.choices().stream()
                .filter(WorkloadPeer::isManaged)
                .filter(
                        peer ->
                                !workloads.isEmpty() && peers.contains(peer)
                                        || peer == WorkloadPeer.DYNAMIC
                                                && (limits || costs || failures))
                .toList();
    }

    /** What starts a program's virtual machine, but for the main class's arguments. */
    List<String> program(List<String> jvmOptions, Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(OptionChecks.java(jdk).toString());
        command.addAll(jvmOptions);
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", ChildProcess.classPath(), main.getName()));
        return command;
    }

    /** The workloads in groups, each of which the same virtual machines can run. */
    List<List<Workload>> groups() {
        List<List<Workload>> groups = new ArrayList<>();
        for (Workload workload : workloads) {
            groups.stream()
                    .filter(group -> group.get(0).sharesProgramsWith(workload))
                    .findFirst()
                    .orElseGet(
                            () -> {
                                groups.add(new ArrayList<>());
                                return groups.get(groups.size() - 1);
                            })
                    .add(workload);
        }
        return groups;
    }

    /** Who is measured alone, with how many workers: the serial version first. */
    List<Standalones.Key> standalones(List<Workload> group) {
        Kernel.Size size = group.get(0).size(quick);
        List<Standalones.Key> keys = new ArrayList<>();
        for (Kernel kernel : group.get(0).kernels().stream().distinct().toList()) {
            keys.add(new Standalones.Key(kernel, size, WorkloadPeer.SERIAL, 1));
            for (WorkloadPeer peer : peers) {
                // What a manager grants to one that is alone is what there is.
                if (!peer.isManaged()) {
                    group.stream()
                            .flatMap(workload -> workload.wanted(processors).stream())
                            .map(wanted -> peer.workers(wanted, processors))
                            .distinct()
                            .map(workers -> new Standalones.Key(kernel, size, peer, workers))
                            .forEach(keys::add);
                }
            }
        }
        return keys;
    }

    /** How many windows there will be. */
    int windows() {
        return forks
                * groups().stream()
                        .mapToInt(group -> standalones(group).size() + group.size() * peers.size())
                        .sum();
    }
}
