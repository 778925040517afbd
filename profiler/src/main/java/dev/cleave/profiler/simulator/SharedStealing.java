package dev.cleave.profiler.simulator;

import dev.cleave.profiler.simulator.SimulatedWorker.Phase;

/** {@code SHARED}: one queue for all, whose lock every operation needs. */
final class SharedStealing extends WorkStealing {
    /** When the lock is free. */
    private long lockFree;

    SharedStealing(Machine machine) {
        super(machine, false);
    }

    @Override
    boolean isEager() {
        return true;
    }

    /** When the lock can be had; takes it then. */
    @Override
    long locked(long t) {
        if (!machine.isParallel()) {
            return t;
        }
        long at = Math.max(t, lockFree);
        lockFree = at + costs.lock;
        return at;
    }

    @Override
    boolean mayTry(SimulatedWorker w, long t) {
        if (w.phase != Phase.LOCKED) {
            w.phase = Phase.LOCKED;
            w.next = locked(t);
            if (w.next > t) {
                return false;
            }
        }
        w.phase = Phase.BEGIN;
        if (w.awaited == null) {
            w.target = oldest();
        }
        return true;
    }

    /** The owner of the oldest task of all; null if there is none. */
    private SimulatedWorker oldest() {
        SimulatedWorker best = null;
        for (int i = visible.nextSetBit(0); i >= 0; i = visible.nextSetBit(i + 1)) {
            SimulatedWorker v = workers[i];
            if (best == null || v.numbers[v.head] < best.numbers[best.head]) {
                best = v;
            }
        }
        return best;
    }
}
