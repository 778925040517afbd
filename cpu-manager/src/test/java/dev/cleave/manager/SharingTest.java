package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharingTest {
    private static final int NOBODY = Placement.NOBODY;

    /** Each program may use all processors. */
    private static int[] place(int[] owners, int[] homes, long turn) {
        return Sharing.place(owners, homes, turn, AffinitiesTest.all(homes.length, owners.length));
    }

    private static int[] nowhere(int programs) {
        int[] homes = new int[programs];
        Arrays.fill(homes, NOBODY);
        return homes;
    }

    @Test
    void asManyOnEachProcessorAsCanBe() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            int[] owners = random.ints(1 + random.nextInt(20), NOBODY, 3).toArray();
            int[] homes = random.ints(random.nextInt(100), NOBODY, owners.length).toArray();
            int[] load = Arrays.stream(owners).map(owner -> owner == NOBODY ? 0 : 1).toArray();
            Arrays.stream(place(owners, homes, random.nextInt(100))).forEach(p -> load[p]++);
            int most = Arrays.stream(load).max().orElseThrow();
            int least = Arrays.stream(load).min().orElseThrow();
            assertTrue(most - least <= 1, Arrays.toString(load));
        }
    }

    @Test
    void nobodyMovesWhoNeedNot() {
        int[] owners = {7, 8};
        for (int turn = 0; turn < 4; turn++) {
            assertArrayEquals(new int[] {1, 0, 0, 1}, place(owners, new int[] {1, 0, 0, 1}, turn));
            assertArrayEquals(
                    new int[] {1, 1, 0, 0}, place(owners, new int[] {1, 1, 1, NOBODY}, turn));
        }
    }

    @Test
    void oneThatNobodyHasComesFirst() {
        assertArrayEquals(new int[] {1}, place(new int[] {7, NOBODY, 8}, new int[] {0}, 0));
    }

    @Test
    void eachProcessorIsTheMoreCrowdedOneInItsTurn() {
        int[] load = new int[3];
        for (int turn = 0; turn < 3; turn++) {
            for (int p : place(new int[] {7, 8, 9}, nowhere(4), turn)) {
                load[p]++;
            }
        }
        assertArrayEquals(new int[] {4, 4, 4}, load);
    }

    @Test
    void itIsEvenIfEachProcessorHasAnOwnerOfItsOwnAndEquallyManyThatWait() {
        assertTrue(isEven(new int[] {7, 8}, 0, 1, 0, 1));
        assertFalse(isEven(new int[] {7, 8}, 0, 1, 0));
        assertFalse(isEven(new int[] {7, 7}, 0, 1, 0, 1));
        assertFalse(isEven(new int[] {7, NOBODY}, 0, 1, 0, 1));
    }

    /** Each program may use all processors. */
    private static boolean isEven(int[] owners, int... places) {
        return Sharing.isEven(owners, places, List.of(AffinitiesTest.set(0, 1)));
    }

    @Test
    void itIsEvenAlsoIfProgramsThatCannotChangePlacesHaveLess() {
        BitSet here = AffinitiesTest.set(0);
        BitSet there = AffinitiesTest.set(1, 2);
        assertTrue(Sharing.isEven(new int[] {7, 8, 8}, new int[] {0}, List.of(here, here, there)));
        int[] owners = {7, 8, 9};
        assertTrue(Sharing.isEven(owners, new int[] {0}, List.of(here, there)));
        assertTrue(Sharing.isEven(owners, new int[] {0, 0, 1, 2}, List.of(here, there)));
        assertFalse(Sharing.isEven(owners, new int[] {0, 1}, List.of(here, there)));
        BitSet both = AffinitiesTest.set(0, 1);
        assertFalse(
                Sharing.isEven(owners, new int[] {0}, List.of(here, there, both)),
                "the first might be elsewhere in the next turn");
    }

    @Test
    void nobodyWaits() {
        assertEquals(0, place(new int[] {7}, new int[0], 0).length);
    }

    @Test
    void whoMayNotGoElsewhereIsWhereItMayBeAndTheOthersMakeUpForIt() {
        Affinities affinities =
                new Affinities(
                        List.of(
                                AffinitiesTest.set(0, 1),
                                AffinitiesTest.set(0),
                                AffinitiesTest.set(0)));
        for (int turn = 0; turn < 4; turn++) {
            assertArrayEquals(
                    new int[] {1, 0, 0},
                    Sharing.place(new int[] {7, 8}, new int[] {0, 1, NOBODY}, turn, affinities));
        }
    }
}
