package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.Speedup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each policy promises, for 1 to 1,000 programs on 1 to 1,024 processors. */
class PolicyTest {
    private static final int TRIALS = 2_000;
    private static final int MOST_PROGRAMS = 1_000;
    private static final int MOST_PROCESSORS = 1_024;

    /** A machine, what is wanted of it, and a turn. */
    private record Case(List<Demand> programs, int processors, long turn) {}

    private static void trials(Consumer<Case> check) {
        for (int seed = 0; seed < TRIALS; seed++) {
            Case tried = random(new Random(seed));
            try {
                check.accept(tried);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + tried, e);
            }
        }
    }

    /** Sizes of every magnitude, so that small ones are not rare. */
    private static Case random(Random random) {
        int processors = upTo(random, MOST_PROCESSORS);
        int mostWanted = upTo(random, processors);
        int mostMinimum = upTo(random, processors);
        int mostWeight = upTo(random, ManagedProcessors.MOST_WEIGHT);
        List<Demand> programs = new ArrayList<>();
        for (int left = upTo(random, MOST_PROGRAMS); left > 0; left--) {
            Speedup speedup =
                    random.nextBoolean()
                            ? null
                            : new Speedup(
                                    upTo(random, MOST_PROCESSORS), 0.1 + random.nextInt(1000));
            programs.add(
                    new Demand(
                            random.nextInt(mostWanted + 1),
                            1 + random.nextInt(mostMinimum),
                            1 + random.nextInt(mostWeight),
                            speedup));
        }
        return new Case(programs, processors, random.nextInt(10_000));
    }

    private static int upTo(Random random, int most) {
        return 1 + random.nextInt(Math.min(most, 1 << 1 + random.nextInt(11)));
    }

    private static Demand wants(int wanted) {
        return new Demand(wanted, 1, 1, null);
    }

    private static List<Demand> want(int... wanted) {
        return IntStream.of(wanted).mapToObj(PolicyTest::wants).toList();
    }

    @ParameterizedTest
    @EnumSource
    void neverMoreThanThereAreNorThanWantedNorLessThanTheMinimum(Policy policy) {
        trials(
                tried -> {
                    int[] shares = policy.divide(tried.programs, tried.processors, tried.turn);
                    assertTrue(Arrays.stream(shares).sum() <= tried.processors);
                    for (int i = 0; i < shares.length; i++) {
                        Demand program = tried.programs.get(i);
                        assertTrue(shares[i] <= program.wanted());
                        assertTrue(shares[i] == 0 || shares[i] >= program.least(tried.processors));
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PERFORMANCE")
    void noProcessorIsIdleThatSomebodyCouldUse(Policy policy) {
        trials(
                tried -> {
                    int[] shares = policy.divide(tried.programs, tried.processors, tried.turn);
                    int idle = tried.processors - Arrays.stream(shares).sum();
                    boolean lineEnds = false;
                    for (int i = 0; i < shares.length && !lineEnds; i++) {
                        Demand program = tried.programs.get(i);
                        assertTrue(
                                idle == 0
                                        || shares[i] == program.wanted()
                                        || shares[i] == 0
                                                && idle < program.least(tried.processors));
                        // Nobody overtakes in a batch.
                        lineEnds = policy == Policy.FCFS && shares[i] < program.wanted();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FCFS")
    void everyProgramHasItsTurn(Policy policy) {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            int processors = upTo(random, MOST_PROCESSORS);
            List<Demand> programs = new ArrayList<>();
            for (int left = upTo(random, 100); left > 0; left--) {
                int minimum = upTo(random, processors);
                programs.add(
                        new Demand(upTo(random, processors), minimum, 1 + random.nextInt(3), null));
            }
            everyoneRuns(policy, programs, processors);
        }
        everyoneRuns(policy, Collections.nCopies(MOST_PROGRAMS, wants(MOST_PROCESSORS)), 1);
    }

    private static void everyoneRuns(Policy policy, List<Demand> programs, int processors) {
        boolean[] ran = new boolean[programs.size()];
        int turns = programs.stream().mapToInt(Demand::weight).sum();
        int[] shares = policy.divide(programs, processors, 0);
        boolean takesTurns = policy.takesTurns(programs, shares);
        for (int turn = 0; turn < (takesTurns ? turns : 1); turn++) {
            shares = policy.divide(programs, processors, turn);
            for (int i = 0; i < ran.length; i++) {
                ran[i] |= shares[i] > 0;
            }
        }
        for (int i = 0; i < ran.length; i++) {
            if (!ran[i]) { // hundreds of programs are not to be put into words for each of them
                fail("program " + i + " of " + programs + " on " + processors);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FCFS", "ROUND_ROBIN"})
    void aTurnChangesNothingWhileNobodyWaits(Policy policy) {
        trials(
                tried -> {
                    int[] shares = policy.divide(tried.programs, tried.processors, tried.turn);
                    if (!policy.takesTurns(tried.programs, shares)) {
                        assertArrayEquals(
                                shares,
                                policy.divide(tried.programs, tried.processors, tried.turn + 1));
                    }
                });
    }

    @Test
    void inABatchNobodyOvertakes() {
        assertArrayEquals(new int[] {3, 4, 1, 0}, Policy.FCFS.divide(want(3, 4, 2, 1), 8, 5));
        List<Demand> needsTwo = new ArrayList<>(want(3, 4, 0, 1));
        needsTwo.set(2, new Demand(2, 2, 1, null));
        assertArrayEquals(new int[] {3, 4, 0, 0}, Policy.FCFS.divide(needsTwo, 8, 5));
        assertFalse(Policy.FCFS.takesTurns(needsTwo, new int[] {3, 4, 0, 0}));
    }

    @Test
    void inABatchWhoComesFirstHasAllItWants() {
        trials(
                tried -> {
                    int[] shares = Policy.FCFS.divide(tried.programs, tried.processors, tried.turn);
                    int before = 0;
                    for (int i = 0; i < shares.length; i++) {
                        if (shares[i] > 0) {
                            assertEquals(
                                    Math.min(
                                            tried.programs.get(i).wanted(),
                                            tried.processors - before),
                                    shares[i]);
                        }
                        before += tried.programs.get(i).wanted();
                    }
                });
    }

    @Test
    void inTurnsEachIsTheFirstAsOftenAsItsWeightSays() {
        List<Demand> programs =
                List.of(
                        new Demand(4, 1, 1, null),
                        new Demand(4, 1, 2, null),
                        new Demand(0, 1, 5, null),
                        new Demand(3, 1, 1, null));
        int[][] expected = {{4, 0, 0, 0}, {0, 4, 0, 0}, {0, 4, 0, 0}, {1, 0, 0, 3}};
        for (int turn = 0; turn < 8; turn++) {
            int[] shares = Policy.ROUND_ROBIN.divide(programs, 4, turn);
            assertArrayEquals(expected[turn % 4], shares, "turn " + turn);
            assertTrue(Policy.ROUND_ROBIN.takesTurns(programs, shares));
        }
        assertFalse(Policy.ROUND_ROBIN.takesTurns(want(1, 2), new int[] {1, 2}));
    }

    @Test
    void equalSharesAreEqual() {
        trials(
                tried -> {
                    int many = Math.min(tried.programs.size(), tried.processors);
                    int[] shares =
                            Policy.EQUIPARTITION.divide(
                                    Collections.nCopies(many, wants(tried.processors)),
                                    tried.processors,
                                    tried.turn);
                    int least = tried.processors / many;
                    for (int share : shares) {
                        assertTrue(share == least || share == least + 1);
                    }
                    assertEquals(tried.processors, Arrays.stream(shares).sum());
                });
        assertArrayEquals(
                new int[] {1, 5, 5, 5}, Policy.EQUIPARTITION.divide(want(1, 9, 9, 9), 16, 0));
    }

    /** The second and fourth workload of the paper, section 6.2. */
    @Test
    void dynamicSharesAreInProportionToWhatIsWanted() {
        assertArrayEquals(new int[] {2, 4, 4, 6}, Policy.DYNAMIC.divide(want(4, 8, 8, 12), 16, 0));
        assertArrayEquals(new int[] {2, 4, 4, 6}, Policy.DYNAMIC.divide(want(2, 4, 4, 6), 16, 0));
    }

    @Test
    void dynamicSharesThatComeOutEvenAreExact() {
        for (int seed = 0; seed < TRIALS; seed++) {
            Random random = new Random(seed);
            int times = 1 + random.nextInt(10);
            int[] shares = random.ints(upTo(random, 300), 1, 4).toArray();
            int[] wanted = Arrays.stream(shares).map(share -> share * times).toArray();
            assertArrayEquals(
                    shares,
                    Policy.DYNAMIC.divide(want(wanted), Arrays.stream(shares).sum(), 0),
                    "seed " + seed);
        }
    }

    @Test
    void ofThoseAlikeTheFirstHasOneMore() {
        assertArrayEquals(new int[] {3, 2, 2}, Policy.DYNAMIC.divide(want(4, 4, 4), 7, 0));
        assertArrayEquals(new int[] {2, 2, 1}, Policy.EQUIPARTITION.divide(want(4, 4, 4), 5, 0));
    }

    /** The definition of shares by highest averages: no transfer of one would be fairer. */
    @ParameterizedTest
    @EnumSource(names = {"EQUIPARTITION", "DYNAMIC"})
    void sharesAreAsNearToTheWeightsAsWholeNumbersCanBe(Policy policy) {
        trials(
                tried -> {
                    int[] shares = policy.divide(tried.programs, tried.processors, tried.turn);
                    for (int poor = 0; poor < shares.length; poor++) {
                        Demand lacks = tried.programs.get(poor);
                        if (shares[poor] == 0 || shares[poor] == lacks.wanted()) {
                            continue;
                        }
                        for (int rich = 0; rich < shares.length; rich++) {
                            Demand has = tried.programs.get(rich);
                            if (shares[rich] > has.least(tried.processors)) {
                                assertTrue(
                                        (2L * shares[rich] - 1) * weight(policy, lacks)
                                                <= (2L * shares[poor] + 1) * weight(policy, has));
                            }
                        }
                    }
                });
    }

    private static long weight(Policy policy, Demand program) {
        return (long) program.weight() * (policy == Policy.DYNAMIC ? program.wanted() : 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"EQUIPARTITION", "DYNAMIC"})
    void whenOneLeavesNoOtherLosesAProcessor(Policy policy) {
        trials(
                tried -> {
                    int[] shares = policy.divide(tried.programs, tried.processors, tried.turn);
                    if (policy.takesTurns(tried.programs, shares)) {
                        return;
                    }
                    List<Demand> fewer = new ArrayList<>(tried.programs);
                    int gone = (int) tried.turn % fewer.size();
                    fewer.remove(gone);
                    int[] then = policy.divide(fewer, tried.processors, tried.turn);
                    for (int i = 0; i < then.length; i++) {
                        assertTrue(then[i] >= shares[i < gone ? i : i + 1]);
                    }
                });
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1, , , 8", // nothing measured
        "8, 1, 4, 3.9, 6", // good: more may be tried
        "8, 1, 1, 1.0, 2",
        "5, 1, 4, 3.9, 5",
        "8, 1, 4, 3.0, 4", // good enough
        "8, 1, 4, 1.5, 2", // too many
        "8, 1, 4, 0.5, 1",
        "8, 3, 4, 0.5, 3",
    })
    void aProgramWantsNoMoreThanItsSpeedupJustifies(
            int wanted, int minimum, Integer measured, Double times, int expected) {
        Speedup speedup = measured == null ? null : new Speedup(measured, times);
        Demand program = new Demand(wanted, minimum, 1, speedup);
        assertEquals(expected, Policy.justified(program));
        assertArrayEquals(new int[] {expected}, Policy.PERFORMANCE.divide(List.of(program), 16, 0));
    }

    @Test
    void whatOneCannotUseWellTheOthersHave() {
        assertArrayEquals(
                new int[] {1, 7},
                Policy.PERFORMANCE.divide(
                        List.of(new Demand(8, 1, 1, new Speedup(4, 1.0)), wants(8)), 8, 0));
    }
}
