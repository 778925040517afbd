package dev.cleave.profiler.simulator;

import dev.cleave.scheduling.Tuning;

/** {@code RECEIVER_INITIATED}: a thief puts itself into the owner's request cell, and waits. */
final class ReceiverInitiatedStealing extends WorkStealing {
    ReceiverInitiatedStealing(Machine machine) {
        super(machine, true);
    }

    @Override
    boolean isVisible(SimulatedWorker v) {
        return v.shared > v.head || v.size > v.head && v.asker == null;
    }

    @Override
    int tasksInSight(SimulatedWorker v) {
        return 1;
    }

    @Override
    long ask(SimulatedWorker w, SimulatedWorker v, long t) {
        v.asker = w;
        show(v, t);
        expandAll(v, t);
        return Tuning.ANSWER_NANOS;
    }

    @Override
    void withdraw(SimulatedWorker w, long t) {
        SimulatedWorker v = w.target;
        if (v.asker == w) {
            v.asker = null;
            show(v, t);
        }
    }

    @Override
    long answer(SimulatedWorker w, long t) {
        SimulatedWorker asker = w.asker;
        if (asker == null) {
            return 0;
        }
        w.asker = null;
        if (w.shared > w.head || w.size == w.head || w.head < leastPlace(asker)) {
            fail(asker, t, costs.look);
            return 0;
        }
        promotions++;
        give(asker, w, t);
        return costs.promotion;
    }
}
