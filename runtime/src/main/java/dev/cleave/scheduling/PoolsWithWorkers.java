package dev.cleave.scheduling;

/**
 * The pools that have workers, of the whole process. A list without objects of its own, as it is to
 * be kept without heap. Any thread.
 */
final class PoolsWithWorkers {
    /** Written under the lock of this class, like the links. */
    private static volatile Workers first;

    private PoolsWithWorkers() {}

    /** Enters a pool that now has workers, unless it is there. */
    static synchronized void add(Workers pool) {
        for (Workers w = first; w != null; w = w.nextOfAll) {
            if (w == pool) {
                return;
            }
        }
        pool.nextOfAll = first;
        first = pool;
    }

    /** Lets the collector have a pool that nobody refers to. */
    static synchronized void remove(Workers pool) {
        Workers before = null;
        for (Workers w = first; w != null; before = w, w = w.nextOfAll) {
            if (w == pool) {
                if (before == null) {
                    first = w.nextOfAll;
                } else {
                    before.nextOfAll = w.nextOfAll;
                }
                return; // its own link stays, for whoever is on its way along the list
            }
        }
    }

    /** Whether workers, of whatever pools, compute on every processor, as far as can be seen. */
    static boolean computeEverywhere() {
        int computing = 0;
        for (Workers w = first; w != null; w = w.nextOfAll) {
            for (WorkQueue q : w.queues()) {
                if (q.active && ++computing >= Tuning.PROCESSORS) {
                    return true;
                }
            }
        }
        return false;
    }
}
