package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What processors share, read from a directory that looks like Linux's. */
class TopologyTest {
    @TempDir Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve("sys/devices/system").resolve(file);
        if (!Files.isDirectory(path.getParent())) {
            Files.createDirectories(path.getParent());
        }
        Files.writeString(path, text + "\n");
    }

    /** The processors from 0 of which a function says the same as of one of them. */
    private static String alike(int processors, IntUnaryOperator group, int one) {
        return ProcessorList.format(
                IntStream.range(0, processors)
                        .filter(p -> group.applyAsInt(p) == group.applyAsInt(one))
                        .collect(BitSet::new, BitSet::set, BitSet::or));
    }

    private void cache(int processor, int index, int level, String shared) throws IOException {
        String folder = "cpu/cpu" + processor + "/cache/index" + index + "/";
        write(folder + "level", Integer.toString(level));
        write(folder + "shared_cpu_list", shared);
    }

    private static int[] all(IntUnaryOperator group, int processors) {
        return IntStream.range(0, processors).map(group).toArray();
    }

    /** Two threads a core, first threads first; caches of eight processors; two nodes. */
    @ParameterizedTest
    @ValueSource(ints = {16, 128, 1024})
    void coresCachesAndNodesAreRead(int n) throws IOException {
        int half = n / 2;
        IntUnaryOperator core = p -> p % half;
        IntUnaryOperator cache = p -> p % half / 4 * 4;
        IntUnaryOperator node = p -> p % half / (half / 2) * (half / 2);
        for (int p = 0; p < n; p++) {
            String threads = alike(n, core, p);
            write("cpu/cpu" + p + "/topology/thread_siblings_list", threads);
            cache(p, 0, 2, threads);
            cache(p, 1, 3, alike(n, cache, p));
        }
        write("node/node0/cpulist", alike(n, node, 0));
        write("node/node1/cpulist", alike(n, node, half / 2));
        write("node/possible", "0-1");
        Topology topology = Topology.read(root, all(p -> p, n));
        assertArrayEquals(all(core, n), topology.cores());
        List<int[]> domains = topology.domains();
        assertArrayEquals(all(core, n), domains.get(0)); // the second level is a core's own
        assertArrayEquals(all(cache, n), domains.get(1));
        if (n > 16) { // else a cache is a node
            assertArrayEquals(all(node, n), domains.get(2));
        }
        assertArrayEquals(new int[n], domains.get(domains.size() - 1));
    }

    @Test
    void onlyManagedProcessorsCountAndBelongTogetherByTheirIndex() throws IOException {
        for (int p = 0; p < 8; p++) {
            write(
                    "cpu/cpu" + p + "/topology/thread_siblings_list",
                    p / 2 * 2 + "-" + (p / 2 * 2 + 1));
        }
        write("node/node0/cpulist", "0-3");
        write("node/node1/cpulist", "4-7");
        Topology topology = Topology.read(root, new int[] {1, 4, 5, 7});
        assertArrayEquals(new int[] {0, 1, 1, 3}, topology.cores());
        assertEquals(2, topology.domains().size());
        assertArrayEquals(new int[] {0, 1, 1, 1}, topology.domains().get(0));
    }

    /** Some processors have two nodes for one cache of the last level. */
    @Test
    void nodesMayBeSmallerThanCaches() throws IOException {
        for (int p = 0; p < 8; p++) {
            cache(p, 0, 3, p < 4 ? "0-3" : "4-7");
            cache(p, 1, 4, "0-7"); // what all share tells none of them apart
        }
        for (int node = 0; node < 4; node++) {
            write("node/node" + node + "/cpulist", 2 * node + "-" + (2 * node + 1));
        }
        List<int[]> domains = Topology.read(root, all(p -> p, 8)).domains();
        assertArrayEquals(new int[] {0, 0, 2, 2, 4, 4, 6, 6}, domains.get(0));
        assertArrayEquals(new int[] {0, 0, 0, 0, 4, 4, 4, 4}, domains.get(1));
        assertEquals(3, domains.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1024})
    void withoutFilesOrWithNonsenseInThemAllAreAlike(int n) throws IOException {
        for (int round = 0; round < 2; round++) {
            Topology topology = Topology.read(root, all(p -> p, n));
            assertArrayEquals(Topology.flat(n).cores(), topology.cores());
            assertEquals(1, topology.domains().size());
            write("cpu/cpu0/topology/thread_siblings_list", "all");
            write("cpu/cpu0/cache/index0/level", "high");
            cache(0, 1, 2, "0-");
            cache(0, 2, 1, "0-1"); // what threads of a core share, the core says
            write("node/node0/cpulist", "");
        }
    }
}
