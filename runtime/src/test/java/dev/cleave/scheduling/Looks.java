package dev.cleave.scheduling;

/** What tests in other packages wait for. */
public final class Looks {
    private Looks() {}

    /** Whether a worker of the common pool watches calls. */
    public static boolean isWatchKept() {
        return Scheduler.common().watch.isKept();
    }

    /** Whether somebody has tried to take over what is pending, and was not to. */
    public static boolean isRefused(PromotingQueue queue) {
        return queue.refusal > 0;
    }
}
