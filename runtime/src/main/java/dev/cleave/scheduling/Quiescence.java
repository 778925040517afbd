package dev.cleave.scheduling;

import java.util.concurrent.locks.LockSupport;

/** Whether a pool is at rest, and waiting until it is; PROTOCOL.md, section Quiescence. */
final class Quiescence {
    private final Scheduler scheduler;

    Quiescence(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Whether no worker runs a task and none is queued. Any thread. */
    boolean holds() {
        long before = 0;
        WorkQueue[] all = scheduler.workers.queues();
        for (WorkQueue q : all) {
            before += q.activations;
        }
        if (!scheduler.submissions.isEmpty()) {
            return false;
        }
        for (WorkQueue q : all) {
            if (q.active || q.size() > 0) {
                return false;
            }
        }
        // A thief becomes active, and is counted, before it takes: nobody did while we looked.
        long after = 0;
        for (WorkQueue q : scheduler.workers.queues()) {
            after += q.activations;
        }
        return before == after
                && scheduler.workers.queues() == all
                && scheduler.submissions.isEmpty();
    }

    /** See {@link Scheduler#awaitQuiescence}. */
    int await(long deadline, boolean interruptible) {
        StackRoom.require(); // what it takes must not be lost
        WorkQueue own = scheduler.ownQueue();
        if (own != null) {
            own.publish();
        }
        for (int looks = 0; ; ) {
            Task task = own == null ? null : own.nextLocal();
            if (task != null) {
                task.run(own.id);
                looks = 0;
                continue;
            }
            if (own != null) {
                task = scheduler.idling.scan(own, true);
            } else if (scheduler.helpedFromOutside) {
                task = scheduler.submissions.pollFirst();
            }
            if (task != null) {
                if (own == null) {
                    task.run((byte) 0);
                } else {
                    scheduler.runObtained(own, task);
                }
                looks = 0;
                continue;
            }
            boolean quiescent = holds();
            if (quiescent || deadline - System.nanoTime() <= 0) {
                if (own != null) {
                    Idling.activate(own);
                }
                return quiescent ? 1 : 0;
            }
            if (interruptible && Thread.interrupted()) {
                if (own != null) {
                    Idling.activate(own);
                }
                return -1;
            }
            if (looks < Tuning.SCANS) {
                looks = Tuning.yieldsToAnother() ? Tuning.SCANS : looks + 1;
            } else if (own != null) {
                Counters.Activity before = own.counters.enter(Counters.Activity.JOIN);
                sleep();
                own.counters.enter(before);
                scheduler.idling.forceHidden(own);
            } else {
                sleep();
                if (!scheduler.submissions.isEmpty()) {
                    scheduler.idling.trySignalWork(); // for what was submitted lazily
                }
            }
        }
    }

    /** Keeps an interrupt, with which it would not sleep, for what the caller runs next. */
    private void sleep() {
        boolean interrupted = Thread.interrupted();
        if (interrupted) {
            LockSupport.parkNanos(scheduler, 1); // takes the permit that comes with an interrupt
        }
        LockSupport.parkNanos(scheduler, Tuning.GRACE_NANOS / 4);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
