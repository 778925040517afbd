package dev.cleave.manager;

import dev.cleave.processors.linux.ProcessorSets;
import dev.cleave.processors.linux.SmallFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What processors share. They go by their index among those that are managed; what they share is
 * known by the lowest index of those that share it.
 *
 * @param cores of each processor the core, which it shares with other hardware threads
 * @param domains of each processor the cache, memory node and so on; the smallest first, last the
 *     whole machine, which all share
 */
record Topology(int[] cores, List<int[]> domains) {
    /** Caches below this level are a core's own, as its threads are. */
    private static final long LEAST_CACHE_LEVEL = 2;

    /** So many processors, none of which is nearer to one than to another. */
    static Topology flat(int processors) {
        return new Topology(alone(processors), List.of(new int[processors]));
    }

    private static int[] alone(int processors) {
        int[] indices = new int[processors];
        Arrays.setAll(indices, i -> i);
        return indices;
    }

    /**
     * What Linux says of processors in {@code /sys/devices/system}. What it does not say, they do
     * not share; what cannot be read is as if it were not there.
     *
     * @param root the root directory
     * @param processors their numbers, ascending
     */
    static Topology read(Path root, int[] processors) {
        Path system = root.resolve("sys/devices/system");
        int[] cores = alone(processors.length);
        SortedMap<Long, int[]> caches = new TreeMap<>();
        for (int i = 0; i < processors.length; i++) {
            Path processor = system.resolve("cpu/cpu" + processors[i]);
            share(cores, processors, processor.resolve("topology/thread_siblings_list"));
            for (Path cache : folders(processor.resolve("cache"), "index")) {
                long level = SmallFile.number(SmallFile.read(cache.resolve("level")));
                if (level >= LEAST_CACHE_LEVEL) {
                    share(
                            caches.computeIfAbsent(level, any -> alone(processors.length)),
                            processors,
                            cache.resolve("shared_cpu_list"));
                }
            }
        }
        int[] nodes = alone(processors.length);
        for (Path node : folders(system.resolve("node"), "node")) {
            share(nodes, processors, node.resolve("cpulist"));
        }
        List<int[]> domains = new ArrayList<>(caches.values());
        domains.add(nodes);
        // Nodes may be smaller than caches.
        domains.sort(Comparator.comparingInt(Topology::count).reversed());
        domains.removeIf(domain -> count(domain) == processors.length);
        domains.removeIf(domain -> count(domain) == 1);
        domains.add(new int[processors.length]);
        return new Topology(cores, domains);
    }

    private static List<Path> folders(Path parent, String name) {
        List<Path> folders = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, name + "[0-9]*")) {
                found.forEach(folders::add);
            } catch (IOException gone) {
                // a processor may be taken away at any time
            }
        }
        return folders;
    }

    /** Notes that those in a file's list share something. */
    private static void share(int[] domains, int[] processors, Path list) {
        int lowest = -1;
        for (ProcessorSets.Range range : ProcessorSets.ranges(SmallFile.read(list))) {
            for (int i = 0; i < processors.length; i++) {
                if (processors[i] >= range.first() && processors[i] <= range.last()) {
                    lowest = lowest < 0 ? i : lowest;
                    domains[i] = lowest;
                }
            }
        }
    }

    /** How many different ones there are. */
    static int count(int[] domains) {
        return (int) Arrays.stream(domains).distinct().count();
    }

    /** The processors, those that share much beside one another; else in the order of numbers. */
    int[] neighbours() {
        Comparator<Integer> order = Comparator.comparingInt(i -> cores[i]);
        for (int[] domain : domains) {
            order = Comparator.<Integer>comparingInt(i -> domain[i]).thenComparing(order);
        }
        Integer[] sorted = Arrays.stream(alone(cores.length)).boxed().toArray(Integer[]::new);
        Arrays.sort(sorted, order);
        return Arrays.stream(sorted).mapToInt(i -> i).toArray();
    }
}
