package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which processors programs get, and that no more of them move than must. */
class PlacementTest {
    private static final int N = Placement.NOBODY;

    @Test
    void nobodyGetsMoreOrLessThanItsShareAndNoProcessorMovesThatNeedNot() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int processors = 1 + random.nextInt(1 << 1 + random.nextInt(10));
            Topology topology = random(random, processors);
            int programs = 1 + random.nextInt(1 << 1 + random.nextInt(9));
            int[] owners = new int[processors];
            Arrays.fill(owners, N);
            int[] last = owners.clone();
            for (int round = 0; round < 10; round++) {
                int[] shares = new int[programs];
                for (int left = random.nextInt(processors + 1); left > 0; left--) {
                    shares[random.nextInt(programs)]++;
                }
                int[] next = place(topology, owners, last, shares);
                assertArrayEquals(shares, count(next, programs), "seed " + seed);
                assertEquals(leastMoves(owners, shares), moves(owners, next), "seed " + seed);
                for (int p = 0; p < processors; p++) {
                    last[p] = next[p] == N ? last[p] : next[p];
                }
                owners = next;
            }
        }
    }

    /** Of cores and domains of any size, which need not even lie within one another. */
    private static Topology random(Random random, int processors) {
        List<int[]> domains = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            domains.add(groups(processors, 1 + random.nextInt(processors), random.nextBoolean()));
        }
        domains.add(new int[processors]);
        return new Topology(
                groups(processors, 1 + random.nextInt(4), random.nextBoolean()), domains);
    }

    /**
     * Groups of so many processors, but perhaps the last: of neighbours by number, or of those that
     * are equally far from one another.
     */
    private static int[] groups(int processors, int size, boolean neighbours) {
        int groups = (processors + size - 1) / size;
        int[] of = new int[processors];
        Arrays.setAll(of, p -> neighbours ? p / size * size : p % groups);
        return of;
    }

    private static int[] none(int processors) {
        int[] owners = new int[processors];
        Arrays.fill(owners, N);
        return owners;
    }

    private static int[] begin(Topology topology, int... shares) {
        int[] none = none(topology.cores().length);
        return place(topology, none, none, shares);
    }

    /** Each program may use all processors. */
    private static int[] place(Topology topology, int[] owners, int[] last, int[] shares) {
        return Placement.place(
                topology, owners, last, shares, AffinitiesTest.all(shares.length, owners.length));
    }

    /** For each program in how many groups its processors are. */
    private static List<Integer> spread(int[] groups, int[] owners, int programs) {
        List<Integer> spread = new ArrayList<>();
        for (int program = 0; program < programs; program++) {
            int it = program;
            spread.add(
                    (int)
                            IntStream.range(0, owners.length)
                                    .filter(p -> owners[p] == it)
                                    .map(p -> groups[p])
                                    .distinct()
                                    .count());
        }
        return spread;
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 64, 1024})
    void programsStayInTheirNodesHoweverProcessorsAreNumbered(int processors) {
        int node = processors / 4;
        for (boolean neighbours : new boolean[] {true, false}) {
            int[] nodes = groups(processors, node, neighbours);
            Topology topology =
                    new Topology(
                            Topology.flat(processors).cores(), List.of(nodes, new int[processors]));
            int[] four = begin(topology, node, node, node, node);
            assertEquals(List.of(1, 1, 1, 1), spread(nodes, four, 4));

            int[] halves = begin(topology, node / 2, node / 2);
            int[] grown = place(topology, halves, halves, new int[] {1, node - 1});
            assertEquals(List.of(1, 1), spread(nodes, grown, 2));

            int[] large = begin(topology, 2 * node);
            assertEquals(List.of(2), spread(nodes, large, 1));
            int[] small = place(topology, large, large, new int[] {node});
            assertEquals(List.of(1), spread(nodes, small, 1));
        }
    }

    @Test
    void aProgramBeginsWhereItFits() {
        int[] caches = {0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8};
        Topology topology = new Topology(Topology.flat(12).cores(), List.of(caches, new int[12]));
        int[] owners = {0, 0, N, N, 0, N, N, N, N, N, N, N};
        int[] next = place(topology, owners, owners, new int[] {3, 3});
        assertArrayEquals(new int[] {0, 0, N, N, 0, 1, 1, 1, N, N, N, N}, next);
        assertArrayEquals(
                new int[] {0, 0, N, N, 0, N, N, N, 1, 1, 1, 1},
                place(topology, owners, owners, new int[] {3, 4}));
    }

    @Test
    void aProgramThatFitsNowhereBeginsWhereThereIsMostRoom() {
        int[] caches = {0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8};
        Topology topology = new Topology(Topology.flat(12).cores(), List.of(caches, new int[12]));
        int[] owners = {0, 0, N, N, 0, N, N, N, 0, 0, N, N};
        assertArrayEquals(
                new int[] {0, 0, N, 1, 0, 1, 1, 1, 0, 0, N, N},
                place(topology, owners, owners, new int[] {5, 4}));
    }

    /** Of two caches, the first has two cores of two threads, the second has four. */
    @Test
    void whereAProgramFitsCoresCountAndNotTheirThreads() {
        int[] caches = {0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4};
        Topology topology = new Topology(groups(12, 2, true), List.of(caches, new int[12]));
        assertArrayEquals(new int[] {N, N, N, N, 0, N, 0, N, 0, N, N, N}, begin(topology, 3));
        assertArrayEquals(new int[] {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, begin(topology, 4, 8));
    }

    /** Two cores of four threads; the second program has one to itself, and may begin no other. */
    @Test
    void aProgramGrowsOnACoreOfItsOwnRatherThanOnOneThatItShares() {
        Topology topology = new Topology(groups(8, 4, true), List.of(new int[8]));
        int[] owners = {0, 1, N, N, 1, N, N, N};
        assertArrayEquals(
                new int[] {0, 1, N, N, 1, 1, N, N},
                place(topology, owners, owners, new int[] {1, 3}));
    }

    /** Four cores of two threads, numbered as most systems do: first threads first. */
    @Test
    void coresAreSharedOnlyWhenThereAreNotEnough() {
        Topology topology = new Topology(groups(8, 2, false), List.of(new int[8]));
        assertArrayEquals(new int[] {0, 0, 1, 1, N, N, N, N}, begin(topology, 2, 2));
        assertArrayEquals(new int[] {0, 0, 1, 1, 0, 0, 1, 1}, begin(topology, 4, 4));
        assertArrayEquals(new int[] {0, 0, 1, 1, 0, N, N, N}, begin(topology, 3, 2));
    }

    @Test
    void aProgramGivesWholeCoresAway() {
        Topology topology = new Topology(groups(8, 2, false), List.of(new int[8]));
        int[] all = new int[8];
        assertArrayEquals(
                new int[] {0, 0, 1, 1, 0, 0, 1, 1}, place(topology, all, all, new int[] {4, 4}));
        assertArrayEquals( // nobody needs the others: it has a core for each
                new int[] {0, 0, 0, 0, N, N, N, N}, place(topology, all, all, new int[] {4}));
    }

    private static int[] count(int[] owners, int programs) {
        int[] counts = new int[programs];
        Arrays.stream(owners).filter(program -> program != N).forEach(program -> counts[program]++);
        return counts;
    }

    private static int leastMoves(int[] owners, int[] shares) {
        int[] before = count(owners, shares.length);
        int moves = 0;
        for (int i = 0; i < shares.length; i++) {
            moves += Math.max(0, shares[i] - before[i]);
        }
        return moves;
    }

    private static int moves(int[] owners, int[] next) {
        int moves = 0;
        for (int p = 0; p < next.length; p++) {
            moves += next[p] != N && next[p] != owners[p] ? 1 : 0;
        }
        return moves;
    }

    @Test
    void aProgramReturnsToWhereItWas() {
        assertArrayEquals(
                new int[] {1, 0, 0, 1},
                place(
                        Topology.flat(4),
                        new int[] {N, 0, N, N},
                        new int[] {1, 0, 0, 1},
                        new int[] {2, 2}));
    }

    @Test
    void aProgramGrowsBesideItself() {
        assertArrayEquals(
                new int[] {1, N, N, 0, 0, N},
                place(
                        Topology.flat(6),
                        new int[] {1, N, N, N, 0, N},
                        new int[] {1, N, N, N, 0, N},
                        new int[] {2, 1}));
        assertArrayEquals(
                new int[] {N, 0, N, 1, 1},
                place(
                        Topology.flat(5),
                        new int[] {N, 0, N, N, 1},
                        new int[] {N, 0, N, N, 1},
                        new int[] {1, 2}));
    }
}
