package dev.cleave.scheduling;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Pools with tasks for which nobody has been woken, as they were submitted lazily. Whoever comes to
 * wait, for whatever task, wakes somebody for each: a task does not know its pool. Any thread.
 */
final class LazySubmissions {
    /** Weakly, as perhaps nobody ever waits. */
    private static final Set<Scheduler> POOLS = Collections.newSetFromMap(new WeakHashMap<>());

    private LazySubmissions() {}

    /** A task has been submitted. Who waits for it has been told of it later than this. */
    static void add(Scheduler pool) {
        synchronized (POOLS) {
            POOLS.add(pool);
            Submissions.areLazy = true;
        }
    }

    /** Somebody is about to wait. */
    static void wake() {
        StackRoom.require(); // who has taken the pools and cannot wake anybody would wait for ever
        List<Scheduler> pools;
        synchronized (POOLS) {
            pools = List.copyOf(POOLS);
            POOLS.clear();
            Submissions.areLazy = false;
        }
        for (Scheduler pool : pools) {
            pool.idling.trySignalWork();
        }
    }
}
