package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs of single programs with the machine to themselves. */
final class Standalones {
    /** Who ran what, with how many workers. */
    record Key(Kernel kernel, Kernel.Size size, WorkloadPeer peer, int workers) {}

    private final Map<Key, List<Double>> runs = new LinkedHashMap<>();

    void add(Key key, List<Double> nanos) {
        runs.computeIfAbsent(key, first -> new ArrayList<>()).addAll(nanos);
    }

    /** All that was measured, by the order of measurement. */
    Map<Key, Statistics> statistics() {
        Map<Key, Statistics> all = new LinkedHashMap<>();
        runs.forEach(
                (key, nanos) ->
                        all.put(
                                key,
                                Statistics.of(nanos.stream().mapToDouble(Double::doubleValue))));
        return all;
    }

    /** The median of the serial version's runs, in nanoseconds. */
    double serial(Kernel kernel, Kernel.Size size) {
        return statistics().get(new Key(kernel, size, WorkloadPeer.SERIAL, 1)).median();
    }

    /** The best of the medians with at most so many workers, and that of the serial version. */
    WorkloadResult.Standalone of(Kernel kernel, Kernel.Size size, int workers) {
        double best =
                statistics().entrySet().stream()
                        .filter(each -> each.getKey().kernel == kernel)
                        .filter(each -> each.getKey().size == size)
                        .filter(each -> each.getKey().workers <= workers)
                        .mapToDouble(each -> each.getValue().median())
                        .min()
                        .orElseThrow();
        return new WorkloadResult.Standalone(serial(kernel, size), best);
    }
}
