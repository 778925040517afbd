package dev.cleave.scheduling;

/** What tests in other packages wait for. */
public final class Looks {
    private Looks() {}

    /** Whether a worker of the common pool watches calls. */
    public static boolean isWatchKept() {
        return Scheduler.common().watch.isKept();
    }

    /** Looks, when it is run, who waits silently in the pool of the calling worker. */
    public static Runnable atSilentWaits() {
        return ((WorkerThread) Thread.currentThread()).queue.scheduler::replaceSilent;
    }

    /** Whether somebody has tried to take over what is pending, and was not to. */
    public static boolean isRefused(PromotingQueue queue) {
        return queue.refusal > 0;
    }
}
