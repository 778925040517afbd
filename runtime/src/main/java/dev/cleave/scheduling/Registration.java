package dev.cleave.scheduling;

import java.util.function.Function;

/** How a pool's workers are made, entered, started and taken off. */
final class Registration {
    private final Scheduler scheduler;
    private final Function<Scheduler, WorkQueue> queueFactory;

    /** Of starts. */
    final Backoff failures = new Backoff();

    /**
     * Has made none.
     *
     * @param scheduler whose workers they are
     * @param queueFactory makes a worker's queue: the discipline
     */
    Registration(Scheduler scheduler, Function<Scheduler, WorkQueue> queueFactory) {
        this.scheduler = scheduler;
        this.queueFactory = queueFactory;
    }

    /** Gives a worker that is being made its queue. */
    WorkQueue register(WorkerThread thread) {
        WorkQueue queue = queueFactory.apply(scheduler);
        queue.owner = thread;
        enter(queue);
        return queue;
    }

    /** Enters a worker that is about to begin. */
    void enter(WorkQueue queue) {
        queue.id = WorkerIds.acquire();
        queue.open();
        scheduler.workers.add(queue);
    }

    /** Starts a worker that the counts already include; false if the factory made none. */
    boolean start() {
        WorkerThread worker = null;
        boolean started = false;
        try {
            StackRoom.require();
            worker = scheduler.host.newWorker();
            if (worker != null && worker.queue.scheduler != scheduler) {
                Scheduler other = worker.queue.scheduler;
                worker = null;
                other.registration.forgetStillborn();
                throw new IllegalStateException(
                        "the thread factory of %s made a worker of %s:"
                                        .formatted(scheduler.host.name(), other.host.name())
                                + " give the worker's constructor the pool that the factory is called"
                                + " with");
            }
            if (worker != null && !startOnce(worker)) {
                worker = null;
                throw new IllegalThreadStateException(
                        "the thread factory of %s gave the same thread twice: let it make one at each call"
                                .formatted(scheduler.host.name()));
            }
            started = worker != null;
        } catch (OutOfMemoryError full) {
            failures.begin();
            throw full;
        } finally {
            if (!started) {
                if (worker != null) {
                    leave(worker.queue);
                } else if (!forgetStillborn()) {
                    leave(null);
                }
            }
        }
        return started;
    }

    /** Starts a thread, unless its factory has; false if that gave it before. */
    private static boolean startOnce(WorkerThread worker) {
        synchronized (worker) {
            if (worker.isCounted) {
                return false;
            }
            if (worker.getState() == Thread.State.NEW) {
                worker.start();
            }
            worker.isCounted = true;
            worker.maker = null;
            return true;
        }
    }

    /**
     * Workers that the calling thread has made and not given to anybody: a constructor threw.
     *
     * @return whether one of them has been started, and is the one that the counts include
     */
    private boolean forgetStillborn() {
        boolean runs = false;
        for (WorkQueue queue : scheduler.workers.queues()) {
            WorkerThread worker = queue.owner;
            if (worker != null) {
                runs |= !forgetIfStillborn(worker);
            }
        }
        return runs;
    }

    /** False if the calling thread has made it and it has been started. */
    private boolean forgetIfStillborn(WorkerThread worker) {
        // As its factory may have kept it, another thread may start it now.
        synchronized (worker) {
            if (worker.maker != Thread.currentThread()) {
                return true;
            }
            worker.maker = null;
            if (worker.getState() != Thread.State.NEW) {
                worker.isCounted = true;
                return false;
            }
            scheduler.workers.forget(worker.queue);
            close(worker.queue);
            return true;
        }
    }

    /** Takes off a worker that has ended; null stands for one that was counted and never made. */
    void leave(WorkQueue queue) {
        scheduler.workers.remove(queue);
        if (queue != null) {
            close(queue);
        }
        scheduler.termination.tryTerminate();
    }

    /** Of one that its factory has kept and given away later, perhaps twice. */
    private static void close(WorkQueue queue) {
        queue.close();
        WorkerIds.release(queue.id);
        queue.id = 0;
    }
}
