package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that {@code taskset} or a container keeps from some of the processors. */
class AffinitiesTest {
    private static final int N = Placement.NOBODY;

    static BitSet set(int... processors) {
        return Arrays.stream(processors).collect(BitSet::new, BitSet::set, BitSet::or);
    }

    /** So many programs may use all of so many processors. */
    static Affinities all(int programs, int processors) {
        return new Affinities(
                Collections.nCopies(programs, set(IntStream.range(0, processors).toArray())));
    }

    private static ManagedProgram program(int slot, int wanted, int minimum, BitSet allowed) {
        ManagedProgram program =
                new ManagedProgram(
                        slot,
                        1,
                        null,
                        allowed,
                        new Registration((byte) 1, 1, wanted, minimum, 1, "test"));
        program.wanted = wanted;
        program.owned = true;
        return program;
    }

    private static List<BitSet> divide(Division division, ManagedProgram... programs) {
        Map<ManagedProgram, BitSet> sets = division.divide(List.of(programs));
        return Arrays.stream(programs).map(sets::get).toList();
    }

    private static Division division(Policy policy, int processors) {
        return new Division(
                policy, IntStream.range(0, processors).toArray(), Topology.flat(processors));
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void whoMayBeElsewhereMakesRoomForWhoMayNot(Policy policy) {
        Division division = division(policy, 2);
        ManagedProgram free = program(0, 1, 1, set(0, 1));
        assertEquals(List.of(set(0)), divide(division, free));
        assertEquals(List.of(set(1), set(0)), divide(division, free, program(1, 1, 1, set(0))));
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void whatSomeMayNotUseOthersGet(Policy policy) {
        Division division = division(policy, 4);
        List<BitSet> sets =
                divide(
                        division,
                        program(0, 4, 1, set(0)),
                        program(1, 4, 1, set(0)),
                        program(2, 4, 1, set(0, 1, 2, 3)));
        assertEquals(List.of(set(0), set(0), set(1, 2, 3)), sets, "the first two share");
    }

    @ParameterizedTest
    @EnumSource(value = Policy.class, names = "ROUND_ROBIN", mode = EnumSource.Mode.EXCLUDE)
    void whoMayUseOneAndTheSameNeedNoTurns(Policy policy) {
        Division division = division(policy, 2);
        ManagedProgram first = program(0, 2, 1, set(0));
        ManagedProgram second = program(1, 2, 1, set(0));
        ManagedProgram free = program(2, 2, 1, set(0, 1));
        divide(division, first, second);
        assertFalse(division.somebodyWaits());
        divide(division, first, second, free);
        assertEquals(policy != Policy.FCFS, division.somebodyWaits(), "three on two processors");
    }

    @Test
    void whoNeedsSeveralOfTheSameFewHasThemInTurns() {
        Division division = division(Policy.EQUIPARTITION, 4);
        ManagedProgram one = program(0, 2, 2, set(0, 1));
        ManagedProgram other = program(1, 2, 2, set(0, 1));
        int[] turns = new int[2];
        for (int turn = 0; turn < 4; turn++) {
            List<BitSet> sets = divide(division, one, other);
            for (int i = 0; i < 2; i++) {
                turns[i] += sets.get(i).cardinality() == 2 ? 1 : 0;
            }
            assertTrue(division.somebodyWaits());
            division.nextTurn();
        }
        assertArrayEquals(new int[] {2, 2}, turns);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void nobodyGetsWhatItMayNotUseOrLessThanItsMinimumExceptNothing(Policy policy) {
        Random random = new Random(policy.ordinal());
        for (int i = 0; i < 300; i++) {
            int processors = 1 + random.nextInt(12);
            Division division = division(policy, processors);
            List<ManagedProgram> programs = new ArrayList<>();
            for (int slot = random.nextInt(10); slot >= 0; slot--) {
                BitSet allowed = set(random.nextInt(processors));
                random.ints(random.nextInt(processors), 0, processors).forEach(allowed::set);
                programs.add(
                        program(
                                slot,
                                random.nextInt(processors + 1),
                                1 + random.nextInt(processors),
                                allowed));
            }
            for (int turn = 0; turn < 5; turn++) {
                check(division.divide(programs), processors);
                division.nextTurn();
            }
        }
    }

    private static void check(Map<ManagedProgram, BitSet> sets, int processors) {
        BitSet owned = new BitSet();
        sets.forEach(
                (program, set) -> {
                    Demand demand = program.demand();
                    BitSet barred = (BitSet) set.clone();
                    barred.andNot(program.allowed);
                    assertEquals(set(), barred, demand + " of " + program.allowed);
                    if (program.shares) {
                        assertEquals(1, set.cardinality());
                        return;
                    }
                    assertTrue(
                            set.cardinality() >= demand.least(processors)
                                    && set.cardinality() <= demand.wanted(),
                            demand + ": " + set);
                    assertTrue(!owned.intersects(set), "two own one of " + set);
                    owned.or(set);
                });
    }

    @Test
    void aMatchIsFoundIfThereIsOne() {
        Affinities affinities = new Affinities(List.of(set(0, 1), set(1, 2), set(0)));
        int[] owners = {N, N, N};
        for (int program = 0; program < 3; program++) {
            assertTrue(affinities.give(program, owners));
        }
        assertArrayEquals(new int[] {2, 0, 1}, owners);
        for (int program = 0; program < 3; program++) {
            assertEquals(false, affinities.give(program, owners));
        }
        assertArrayEquals(new int[] {2, 0, 1}, owners);
    }
}
