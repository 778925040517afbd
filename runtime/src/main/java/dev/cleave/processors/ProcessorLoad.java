package dev.cleave.processors;

import dev.cleave.processors.manager.ManagerTable;
import java.util.BitSet;

/** How many workers of the program are bound to each processor. One thread at a time. */
final class ProcessorLoad {
    private final int[] running = new int[ManagerTable.MOST_PROCESSORS];
    private final int[] all = new int[ManagerTable.MOST_PROCESSORS];

    void add(int processor, boolean runs) {
        running[processor] += runs ? 1 : 0;
        all[processor]++;
    }

    void remove(int processor, boolean runs) {
        running[processor] -= runs ? 1 : 0;
        all[processor]--;
    }

    /**
     * The processor with the fewest running workers, then the fewest at all, then the preferred
     * one, then the first.
     *
     * @param set from which to choose, not empty
     * @param preferred any number
     */
    int least(BitSet set, int preferred) {
        int best = set.nextSetBit(0);
        for (int p = best; p >= 0; p = set.nextSetBit(p + 1)) {
            int difference = running[p] - running[best];
            difference = difference == 0 ? all[p] - all[best] : difference;
            if (difference < 0 || difference == 0 && p == preferred) {
                best = p;
            }
        }
        return best;
    }

    /** Whether a running worker had better go from one processor to another. */
    boolean isCrowded(int processor, int other) {
        return running[processor] - running[other] > 1;
    }
}
