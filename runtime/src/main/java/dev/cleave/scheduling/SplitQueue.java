package dev.cleave.scheduling;

/**
 * {@code SPLIT}: an idle worker asks through {@link WorkQueue#limit}; the owner answers at its next
 * push or unpush by moving its oldest private tasks to the shared part, where any thief finds them
 * (van Dijk and van de Pol, Lace, 2014). Whoever takes the last one asks for the next, ahead of
 * need: an owner whose tasks are large polls rarely.
 */
final class SplitQueue extends PrivateQueue {
    /**
     * Of the owner's tasks, the part that an answer shares, beside one: few of a tree's, as the
     * owner takes what nobody took back one by one; many of a long list's.
     */
    private static final int SHARED_PART = 16;

    SplitQueue(Scheduler scheduler) {
        super(scheduler);
    }

    @Override
    void answer(int seen) {
        super.answer(seen);
        if (seen != NORMAL && seen != BUSY) {
            offer(1 + privateSize() / SHARED_PART);
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
