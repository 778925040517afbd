package dev.cleave.scheduling;

/** Counters of one worker, or the sum over several, as of one moment. */
public final class Totals {
    /** The worker's index; -1 for workers that have ended, {@link WorkQueue#GUEST} for guests. */
    public int index = -1;

    /** The name of the thread that has the worker's place, or had it last; null for guests. */
    public String threadName;

    /** Tasks pushed. */
    public long forks;

    /** Tasks in the queue at that moment. */
    public long queued;

    /** Attempts to take a task from another worker. */
    public long stealsTried;

    /** Attempts that succeeded. */
    public long stealsWon;

    /** Tasks taken that were submitted from outside. */
    public long submissionsTaken;

    /** Requests answered. */
    public long pollsAnswered;

    /** Private tasks made public. */
    public long promotions;

    /** Times the worker went to sleep. */
    public long parks;

    /** Nanoseconds running tasks. */
    public long computeNanos;

    /** Nanoseconds looking for work. */
    public long seekNanos;

    /** Nanoseconds waiting in joins. */
    public long joinNanos;

    /** Nanoseconds asleep. */
    public long idleNanos;

    Totals() {}

    /**
     * Whose counters these are.
     *
     * @return whether they are those of threads that are no workers
     */
    public boolean isGuests() {
        return index == WorkQueue.GUEST;
    }

    void add(WorkQueue queue) {
        Counters c = queue.counters;
        forks += queue.forks();
        queued += queue.size();
        stealsTried += c.stealsTried;
        stealsWon += c.stealsWon;
        submissionsTaken += c.submissionsTaken;
        pollsAnswered += c.pollsAnswered;
        promotions += c.promotions;
        parks += c.parks;
        if (queue instanceof PromotingQueue) {
            return; // a worker's times are its own queue's, and a guest's are not the pool's
        }
        computeNanos += c.nanos(Counters.Activity.COMPUTE);
        seekNanos += c.nanos(Counters.Activity.SEEK);
        joinNanos += c.nanos(Counters.Activity.JOIN);
        idleNanos += c.nanos(Counters.Activity.IDLE);
    }

    void add(Totals other) {
        forks += other.forks;
        queued += other.queued;
        stealsTried += other.stealsTried;
        stealsWon += other.stealsWon;
        submissionsTaken += other.submissionsTaken;
        pollsAnswered += other.pollsAnswered;
        promotions += other.promotions;
        parks += other.parks;
        computeNanos += other.computeNanos;
        seekNanos += other.seekNanos;
        joinNanos += other.joinNanos;
        idleNanos += other.idleNanos;
    }
}
