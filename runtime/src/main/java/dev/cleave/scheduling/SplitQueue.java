package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;

/**
 * {@code SPLIT}: an idle worker asks through {@link WorkQueue#limit}; the owner answers at its next
 * push or unpush by moving its oldest private tasks to the shared part, where any thief finds them
 * (van Dijk and van de Pol, Lace, 2014). Whoever takes the last one asks for the next, ahead of
 * need: an owner whose tasks are large polls rarely.
 */
final class SplitQueue extends PrivateQueue {
    SplitQueue(Scheduler scheduler) {
        super(scheduler);
    }

    @Override
    void answer(int seen) {
        super.answer(seen);
        if (seen != NORMAL && seen != BUSY) {
            offer(Tuning.offered(privateSize()));
            Events.answered(scheduler.name(), number(), Events.ANYBODY, !shared.isEmpty());
        }
    }

    @Override
    Task steal(WorkQueue thief, long position) {
        Task task = stealShared(position);
        if (shared.isEmpty()) {
            request();
        }
        return task;
    }

    @Override
    boolean mayHaveWork() {
        return !shared
                .isEmpty(); // who asks in vain leaves a request: no need to look at the cursor
    }
}
