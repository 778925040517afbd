package dev.cleave.scheduling;

import java.util.concurrent.RejectedExecutionException;

/** Compensation: while a worker waits, or a guest, another one computes if there is need. */
final class Blocking {
    private final Scheduler scheduler;
    private final Workers workers;

    Blocking(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.workers = scheduler.workers;
    }

    /** See {@link Scheduler#beginBlocking}; for guests, too. */
    void begin(WorkQueue queue) {
        StackRoom.require();
        queue.publish();
        if (queue.calls != null) {
            queue.calls.publish();
        }
        int runnable =
                queue instanceof PromotingQueue guest
                        ? workers.dismiss(guest)
                        : workers.block(queue);
        scheduler.idling.askAll();
        if ((runnable < scheduler.sizes.minimumRunnable() || scheduler.idling.hasWork())
                && !scheduler.termination.isStopping()) {
            boolean comes = false;
            boolean replaced = false;
            try {
                comes = scheduler.idling.wakeOrStart();
                replaced =
                        comes
                                || runnable >= scheduler.sizes.minimumRunnable()
                                || scheduler.host.mayProceedSaturated();
            } catch (OutOfMemoryError e) {
                if (runnable > 0) {
                    replaced = true; // no thread to be had; others go on
                } else {
                    throw e;
                }
            } finally {
                if (!replaced) {
                    end(queue);
                } else if (!comes) {
                    scheduler.lateStart.begin();
                }
            }
            if (!replaced) {
                throw new RejectedExecutionException(
                        "cannot replace a blocked worker: the pool has "
                                + (workers.total() == 1 ? "1 thread" : workers.total() + " threads")
                                + (workers.mayStart()
                                        ? ", and its thread factory made no more"
                                        : ", its maximum; raise maximumPoolSize, or give a"
                                                + " saturation predicate"));
            }
        }
        scheduler.watch.ensure();
    }

    /** The calling worker, or guest, no longer waits. */
    void end(WorkQueue queue) {
        if (queue instanceof PromotingQueue guest) {
            admit(guest);
        } else {
            workers.unblock(queue);
            scheduler.host.computes();
        }
    }

    /** A guest computes, and has work to give away. From now on somebody must see if it waits. */
    void admit(PromotingQueue guest) {
        workers.admit(guest);
        scheduler.watch.ensure();
        scheduler.host.computes();
    }
}
