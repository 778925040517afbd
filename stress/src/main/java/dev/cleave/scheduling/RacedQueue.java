package dev.cleave.scheduling;

import java.util.function.Function;

/**
 * A work queue without a worker, for races between what an owner and what a thief would do:
 * whichever actor plays the owner calls the owner's methods. Tasks are told apart by single bits,
 * so that a sum of tasks shows a loss and a duplicate alike.
 */
abstract class RacedQueue {
    static final Scheduler NOBODY = nobody();

    /** Has no workers and may have none, so that no method of a queue ever starts or wakes one. */
    static Scheduler nobody() {
        return nobody(scheduler -> null);
    }

    /** The same; queues of a discipline, should a worker be made for it all the same. */
    static Scheduler nobody(Function<Scheduler, WorkQueue> discipline) {
        Scheduler.Sizes none = new Scheduler.Sizes(0, 0, 0, 0, 1);
        return new Scheduler(new NoWorkers(), none, false, discipline, false);
    }

    /** A task that can be recognised. */
    static final class Mark extends Task {
        final int bit;

        /** Plain: visible to a thief only by what the queue orders. */
        int payload;

        Mark(int bit) {
            this.bit = bit;
        }

        @Override
        protected boolean exec() {
            return true;
        }
    }

    final WorkQueue queue;

    /** A second worker's queue, for disciplines in which thief and victim meet in their queues. */
    final WorkQueue thief;

    RacedQueue(Function<Scheduler, WorkQueue> discipline) {
        queue = discipline.apply(NOBODY);
        thief = discipline.apply(NOBODY);
    }

    /** Owner: the bit of the newest task, or 0. */
    int pop() {
        return bit(queue.pop());
    }

    /** Thief: the bit of the oldest task, or 0. */
    int steal() {
        return bit(queue.steal(thief, 0));
    }

    /** Owner: makes a task, writes into it, and pushes it. */
    void publish() {
        Mark task = new Mark(1);
        task.payload = 42;
        queue.push(task);
    }

    /** Thief: what it reads in the oldest task, or -1. */
    int stealPayload() {
        Mark task = (Mark) queue.steal(thief, 0);
        return task == null ? -1 : task.payload;
    }

    /** When the actors are done: the sum of what is left. */
    int drain() {
        int sum = 0;
        for (Task task; (task = queue.pop()) != null; ) {
            sum += bit(task);
        }
        return sum;
    }

    /** Lasts about as long as a waiter looks before it sleeps. */
    static void pauseAsWaiters() {
        for (int i = 0; i < Tuning.WAIT_SPINS; i++) {
            Tuning.pause();
        }
    }

    static int bit(Task task) {
        return task == null ? 0 : ((Mark) task).bit;
    }
}
