package dev.cleave.profiler.simulator;

import dev.cleave.profiler.simulator.SimulatedWorker.State;
import dev.cleave.scheduling.DealClock;
import dev.cleave.scheduling.Tuning;
import java.util.BitSet;

/** {@code SENDER_INITIATED}: the owner deals its oldest task now and then to one who waits. */
final class SenderInitiatedStealing extends WorkStealing {
    /** As {@code SenderInitiatedQueue} draws it. */
    private static final double LEAST_DRAW = 0.2;

    private static final double MOST_DRAW = 0.9;

    SenderInitiatedStealing(Machine machine, long dealInterval) {
        super(machine, true);
        for (SimulatedWorker worker : workers) {
            worker.clock = new DealClock(dealInterval, 0);
            worker.thieves = new BitSet();
        }
    }

    @Override
    boolean isEager() {
        return true;
    }

    /** All of them: the owner chooses among those who wait. */
    @Override
    void call(SimulatedWorker v, long t, int tasks) {
        while (isSought()) {
            approach(anySeeker(), v, t, (long) (costs.round * machine.random.nextDouble()));
        }
    }

    @Override
    long ask(SimulatedWorker w, SimulatedWorker v, long t) {
        v.thieves.set(w.index);
        return Tuning.DEAL_NANOS;
    }

    @Override
    long answer(SimulatedWorker w, long t) {
        long paid = 0;
        if (w.requested && w.hidden() > 0) {
            w.requested = false;
            paid = dealToAny(w, t);
        }
        if (--w.pollsLeft <= 0) {
            long now = t / Machine.PICOS_PER_NANO;
            boolean due = w.clock.isDue(now);
            w.pollsLeft = w.clock.stride();
            if (due && w.hidden() > 0) {
                int thief = anyThief(w);
                long cost = thief < 0 ? 0 : dealTo(w, workers[thief], t);
                double draw = machine.random.nextDouble(LEAST_DRAW, MOST_DRAW);
                w.clock.dealt(cost > 0, now, draw);
                paid += cost;
            }
        }
        return paid;
    }

    /** Deals to the first that waits, starting at random; what that costs. */
    private long dealToAny(SimulatedWorker w, long t) {
        long paid = 0;
        int start = anyThief(w);
        for (int i = start; i >= 0 && paid == 0; ) {
            paid = dealTo(w, workers[i], t);
            int after = w.thieves.nextSetBit(i + 1);
            i = after < 0 ? w.thieves.nextSetBit(0) : after;
            if (i == start) {
                break;
            }
        }
        return paid;
    }

    private int anyThief(SimulatedWorker w) {
        int at = w.thieves.nextSetBit(machine.random.nextInt(workers.length));
        return at >= 0 ? at : w.thieves.nextSetBit(0);
    }

    /** Deals the oldest task if that one waits for it; what that costs, at least 1. */
    private long dealTo(SimulatedWorker w, SimulatedWorker thief, long t) {
        boolean waits =
                thief.state == State.ASK
                        && (thief.awaited == null
                                || thief.awaited.thief == w && w.head >= thief.awaited.place);
        if (!waits || w.size == w.head || w.shared > w.head) {
            return 0;
        }
        promotions++;
        give(thief, w, t);
        return Math.max(1, costs.promotion);
    }
}
