package dev.cleave.manager;

import java.util.Arrays;

/** Which processors programs get, so that what they have in caches stays of use. */
final class Placement {
    /** The owner of a processor that nobody has. */
    static final int NOBODY = -1;

    private Placement() {}

    /**
     * The new owner of each processor. A program keeps what it has, as far as its share allows;
     * gets what it was the last to have, if that is free; then what is nearest to its others by
     * number, for neighbours often share a cache. So no processor moves that need not.
     *
     * @param owners of each processor, a program's number or {@link #NOBODY}
     * @param last who was the last owner of each
     * @param shares how many processors each program gets, by its number; not more than there are
     */
    static int[] place(int[] owners, int[] last, int[] shares) {
        int[] next = new int[owners.length];
        Arrays.fill(next, NOBODY);
        int[] missing = shares.clone();
        keep(owners, next, missing);
        keep(last, next, missing);
        for (int program = 0; program < shares.length; program++) {
            while (missing[program] > 0) {
                next[nearest(program, next)] = program;
                missing[program]--;
            }
        }
        return next;
    }

    /** Gives processors that are still nobody's to those who had them. */
    private static void keep(int[] had, int[] next, int[] missing) {
        for (int p = 0; p < next.length; p++) {
            int program = had[p];
            if (next[p] == NOBODY && program != NOBODY && missing[program] > 0) {
                next[p] = program;
                missing[program]--;
            }
        }
    }

    /** The processor of nobody that is nearest to one of the program's; the first without one. */
    private static int nearest(int program, int[] next) {
        int best = NOBODY;
        int bestDistance = Integer.MAX_VALUE;
        int before = -next.length; // the program's nearest before p
        int after = 0; // the program's first at or behind p
        for (int p = 0; p < next.length; p++) {
            if (next[p] == program) {
                before = p;
            }
            if (next[p] != NOBODY) {
                continue;
            }
            if (after <= p) {
                after = p + 1;
                while (after < next.length && next[after] != program) {
                    after++;
                }
                if (after == next.length) {
                    after = 2 * next.length;
                }
            }
            int distance = Math.min(p - before, after - p);
            if (distance < bestDistance) {
                best = p;
                bestDistance = distance;
            }
        }
        return best;
    }
}
