package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which processors programs get, and that no more of them move than must. */
class PlacementTest {
    private static final int N = Placement.NOBODY;

    @Test
    void nobodyGetsMoreOrLessThanItsShareAndNoProcessorMovesThatNeedNot() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int processors = 1 + random.nextInt(1 << 1 + random.nextInt(10));
            int programs = 1 + random.nextInt(1 << 1 + random.nextInt(9));
            int[] owners = new int[processors];
            Arrays.fill(owners, N);
            int[] last = owners.clone();
            for (int round = 0; round < 10; round++) {
                int[] shares = new int[programs];
                for (int left = random.nextInt(processors + 1); left > 0; left--) {
                    shares[random.nextInt(programs)]++;
                }
                int[] next = Placement.place(owners, last, shares);
                assertArrayEquals(shares, count(next, programs), "seed " + seed);
                assertEquals(leastMoves(owners, shares), moves(owners, next), "seed " + seed);
                for (int p = 0; p < processors; p++) {
                    last[p] = next[p] == N ? last[p] : next[p];
                }
                owners = next;
            }
        }
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
                Placement.place(new int[] {N, 0, N, N}, new int[] {1, 0, 0, 1}, new int[] {2, 2}));
    }

    @Test
    void aProgramGrowsBesideItself() {
        assertArrayEquals(
                new int[] {1, N, N, 0, 0, N},
                Placement.place(
                        new int[] {1, N, N, N, 0, N},
                        new int[] {1, N, N, N, 0, N},
                        new int[] {2, 1}));
        assertArrayEquals(
                new int[] {N, 0, N, 1, 1},
                Placement.place(
                        new int[] {N, 0, N, N, 1}, new int[] {N, 0, N, N, 1}, new int[] {1, 2}));
    }
}
