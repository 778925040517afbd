package dev.cleave.scheduling;

/**
 * {@code SPLIT}: an idle worker asks through {@link WorkQueue#limit}; the owner answers at its next
 * push by moving its oldest private task to the shared part, where any thief finds it (van Dijk and
 * van de Pol, Lace, 2014).
 */
final class SplitQueue extends PrivateQueue {
    SplitQueue(Scheduler scheduler) {
        super(scheduler);
    }

    @Override
    void answer(int seen) {
        super.answer(seen);
        if (seen != NORMAL && seen != BUSY) {
            offer(1);
        }
    }

    @Override
    Task steal(WorkQueue thief, long position) {
        Task task = stealShared(position);
        if (task == null) {
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
