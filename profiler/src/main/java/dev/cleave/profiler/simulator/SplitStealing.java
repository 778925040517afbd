package dev.cleave.profiler.simulator;

import dev.cleave.scheduling.Tuning;

/** {@code SPLIT}: the owner shares some of its tasks when somebody has found nothing. */
final class SplitStealing extends WorkStealing {
    SplitStealing(Machine machine) {
        super(machine, true);
    }

    @Override
    boolean isVisible(SimulatedWorker v) {
        return v.shared > v.head;
    }

    @Override
    int tasksInSight(SimulatedWorker v) {
        return v.shared - v.head;
    }

    @Override
    void vanished(SimulatedWorker v, long t) {
        request(v, t);
    }

    @Override
    void nothingFrom(SimulatedWorker thief, long t) {
        request(thief, t);
    }

    @Override
    void taken(SimulatedWorker w, SimulatedWorker v, long t) {
        if (!isVisible(v)) {
            request(v, t); // ahead of need
        }
    }

    @Override
    long answer(SimulatedWorker w, long t) {
        if (!w.requested || w.hidden() == 0) {
            return 0;
        }
        w.requested = false;
        if (isVisible(w)) {
            return 0;
        }
        int count = Math.min(w.hidden(), Tuning.offered(w.hidden()));
        w.shared = w.head + count;
        promotions += count;
        return costs.promotion;
    }
}
