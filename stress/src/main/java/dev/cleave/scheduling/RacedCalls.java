package dev.cleave.scheduling;

/** A guest's pending calls, without the calls: so many as a race wants. */
final class RacedCalls extends PromotingQueue {
    private int pending;

    RacedCalls(Scheduler scheduler, int pending) {
        super(scheduler);
        this.pending = pending;
        openForGuest();
    }

    @Override
    protected void promote(int most) {
        for (int i = 0; i < most && pending > 0; i++) {
            pending--;
            share(new RacedQueue.Mark(1));
        }
    }

    @Override
    protected boolean mayPromote() {
        return true;
    }

    @Override
    protected boolean mayPromoteOf() {
        return true;
    }

    @Override
    protected boolean hidesCalls() {
        return pending > 0;
    }

    @Override
    protected Thread.State ownerState() {
        return Thread.State.RUNNABLE;
    }

    @Override
    protected void alert() {}

    @Override
    protected void settle() {}

    /** Owner: enters, answers who may have asked, and leaves. */
    void enterAndLeave() {
        leave(enter());
    }
}
