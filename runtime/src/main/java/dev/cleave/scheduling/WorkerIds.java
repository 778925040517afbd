package dev.cleave.scheduling;

import java.util.BitSet;

/** Small numbers for live workers, so that a task can name the one that runs it in a byte. */
final class WorkerIds {
    /** Workers of a process that can be told apart; those beyond have no number. */
    static final int LIMIT = 254;

    private static final BitSet TAKEN = new BitSet(LIMIT + 1);

    private WorkerIds() {}

    static synchronized byte acquire() {
        int id = TAKEN.nextClearBit(1);
        if (id > LIMIT) {
            return 0;
        }
        TAKEN.set(id);
        return (byte) id;
    }

    static synchronized void release(byte id) {
        TAKEN.clear(id & 0xff);
    }
}
