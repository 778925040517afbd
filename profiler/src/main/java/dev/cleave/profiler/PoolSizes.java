package dev.cleave.profiler;

import dev.cleave.profiler.text.Numbers;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** How long each worker computed, also of pools that a profile has no room for. */
final class PoolSizes {
    static final int MOST_POOLS = 256;
    static final int MOST_WORKERS = 2048;

    private static final int MOST_COUNTED = 1 << 16;

    private record Worker(String pool, int index) {}

    private final Map<Worker, Long> computed = new HashMap<>();

    /** What a worker has computed since its pool began. */
    void add(String pool, int index, long nanos) {
        Worker worker = new Worker(pool, index);
        if (computed.size() < MOST_COUNTED || computed.containsKey(worker)) {
            computed.merge(worker, nanos, Math::max);
        }
    }

    /** The pools that computed longest, as many as there is room for; at least one. */
    Set<String> largest() {
        Map<String, Long> nanos = new HashMap<>();
        Map<String, Integer> workers = new HashMap<>();
        computed.forEach(
                (worker, time) -> {
                    nanos.merge(worker.pool(), time, Long::sum);
                    workers.merge(worker.pool(), 1, Integer::sum);
                });
        List<String> longestFirst =
                nanos.keySet().stream()
                        .sorted(
                                Comparator.comparingLong((String pool) -> -nanos.get(pool))
                                        .thenComparing(Comparator.naturalOrder()))
                        .limit(MOST_POOLS)
                        .toList();
        Set<String> largest = new HashSet<>();
        int room = MOST_WORKERS;
        for (String pool : longestFirst) {
            if (largest.isEmpty() || workers.get(pool) <= room) {
                largest.add(pool);
                room -= workers.get(pool);
            }
        }
        return largest;
    }

    /** What a reader should know of those that are not in a profile. */
    String leftOut(Map<String, PoolData> kept) {
        Set<String> pools = new HashSet<>();
        int workers = 0;
        long nanos = 0;
        for (Map.Entry<Worker, Long> each : computed.entrySet()) {
            PoolData pool = kept.get(each.getKey().pool());
            if (pool == null || !pool.workers.containsKey(each.getKey().index())) {
                workers++;
                nanos += each.getValue();
                if (pool == null || !pool.hasStatistics()) {
                    pools.add(each.getKey().pool());
                }
            }
        }
        return String.format(
                Locale.ROOT,
                "there is room for %,d pools and %,d workers, and the pools that computed longest are"
                        + " here; left out: %s%s%s, with %s of computing",
                MOST_POOLS,
                MOST_WORKERS,
                computed.size() < MOST_COUNTED ? "" : "at least ",
                pools.isEmpty() ? "" : Numbers.count(pools.size(), "pool", "pools") + ", ",
                Numbers.count(workers, "worker", "workers"),
                Numbers.time(nanos / 1e9));
    }
}
