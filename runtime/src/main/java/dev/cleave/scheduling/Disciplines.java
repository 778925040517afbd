package dev.cleave.scheduling;

/** Makes queues: one method a discipline, so that a class is loaded only if it is used. */
public final class Disciplines {
    private Disciplines() {}

    /** By way of Object: to see that a class extends another, the verifier would load it. */
    private static WorkQueue made(Object queue) {
        return (WorkQueue) queue;
    }

    /**
     * A queue of the discipline {@code SPLIT}.
     *
     * @param scheduler whose worker's it is
     * @return the queue
     */
    public static WorkQueue split(Scheduler scheduler) {
        return made(new SplitQueue(scheduler));
    }

    /**
     * A queue of the discipline {@code CHASE_LEV}.
     *
     * @param scheduler whose worker's it is
     * @return the queue
     */
    public static WorkQueue chaseLev(Scheduler scheduler) {
        return made(new ChaseLevQueue(scheduler));
    }

    /**
     * A queue of the discipline {@code THE}.
     *
     * @param scheduler whose worker's it is
     * @return the queue
     */
    public static WorkQueue the(Scheduler scheduler) {
        return made(new TheQueue(scheduler));
    }

    /**
     * A queue of the discipline {@code RECEIVER_INITIATED}.
     *
     * @param scheduler whose worker's it is
     * @return the queue
     */
    public static WorkQueue receiverInitiated(Scheduler scheduler) {
        return made(new ReceiverInitiatedQueue(scheduler));
    }

    /**
     * A queue of the discipline {@code SENDER_INITIATED}.
     *
     * @param scheduler whose worker's it is
     * @return the queue
     */
    public static WorkQueue senderInitiated(Scheduler scheduler) {
        return made(new SenderInitiatedQueue(scheduler));
    }

    /**
     * A queue of the discipline {@code SENDER_INITIATED}.
     *
     * @param scheduler whose worker's it is
     * @param deltaNanos nanoseconds between two deals; 0 to adapt them
     * @return the queue
     * @throws IllegalArgumentException if the interval is negative
     */
    public static WorkQueue senderInitiated(Scheduler scheduler, long deltaNanos) {
        return made(
                new SenderInitiatedQueue(
                        scheduler, SenderInitiatedQueue.checkInterval(deltaNanos)));
    }

    /**
     * A queue of the discipline {@code LINKED}.
     *
     * @param scheduler whose worker's it is
     * @return the queue
     */
    public static WorkQueue linked(Scheduler scheduler) {
        return made(new LinkedQueue(scheduler));
    }

    /**
     * A queue of the discipline {@code SHARED}.
     *
     * @param scheduler whose worker's it is
     * @return the queue
     */
    public static WorkQueue shared(Scheduler scheduler) {
        return made(new SharedQueue(scheduler));
    }
}
