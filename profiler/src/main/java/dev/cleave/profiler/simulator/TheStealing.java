package dev.cleave.profiler.simulator;

/** {@code THE}: thieves hold a lock of the queue that they take from. */
final class TheStealing extends WorkStealing {
    TheStealing(Machine machine) {
        super(machine, false);
    }

    @Override
    boolean mayTry(SimulatedWorker w, long t) {
        if (w.target.lockedUntil <= t) {
            return true;
        }
        w.next = w.target.lockedUntil;
        return false;
    }

    @Override
    void taken(SimulatedWorker w, SimulatedWorker v, long t) {
        v.lockedUntil = w.next;
    }
}
