package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * What a worker does that has no task of its own: it looks, then parks; and who wakes it.
 * PROTOCOL.md, section Idling, tells why no wake-up is lost.
 */
final class Idling {
    private final Scheduler scheduler;
    private final Workers workers;
    private final Termination termination;

    Idling(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.workers = scheduler.workers;
        this.termination = scheduler.termination;
    }

    /** Finds work for a worker that has none; null when it should end. */
    Task seek(WorkQueue queue) {
        queue.active = false;
        queue.counters.enter(Counters.Activity.SEEK);
        int looks = 0;
        while (!termination.isStopping()) {
            int most = queue.patience.looks(workers.areCrowded() ? Patience.FEW : Tuning.SCANS);
            boolean rests = queue.rests();
            if (!workers.tooMany()) {
                Task task = scan(queue, !rests);
                if (task != null) {
                    if (looks > 0) {
                        queue.patience.found();
                    }
                    announce(queue);
                    return task;
                }
            } else {
                looks = Integer.MAX_VALUE;
            }
            if (rests) {
                looks = 0;
                Tuning.pause();
            } else if (looks < most) {
                if (looks == most / 2) {
                    urgeAll();
                }
                looks++;
                queue.patience.pause();
            } else if (park(queue, looks == most)) {
                looks = 0;
            } else {
                return null;
            }
        }
        return null;
    }

    /** The calling worker has a task, and must not lose it if there is no heap for this. */
    void announce(WorkQueue queue) {
        try {
            passOn(queue);
            queue.counters.enter(Counters.Activity.COMPUTE);
            queue.request(); // whoever gets work wakes others at its first push
            scheduler.watch.ensure();
            scheduler.host.computes();
        } catch (OutOfMemoryError full) {
            // Whoever finds nothing, or waits for a task, asks again.
        }
    }

    /** Asks and signals for those who have left that undone, as this worker was to come. */
    void passOn(WorkQueue queue) {
        if (workers.leaveToNext(queue)) {
            askAll(); // should no worker be to be had now, whoever pushes next tries again
            trySignalWork();
        }
    }

    /**
     * Looks at every place once, starting at random. The worker is active if this returns a task.
     *
     * @param andOthers whether to look at other workers' tasks and calls, too, not only at what is
     *     submitted
     */
    Task scan(WorkQueue queue, boolean andOthers) {
        WorkQueue[] all = workers.queues();
        int n = all.length;
        int start = n <= 1 ? 0 : ThreadLocalRandom.current().nextInt(n + 1);
        for (int i = 0; i <= n; i++) {
            int at = start + i;
            at = at > n ? at - n - 1 : at;
            if (at == n) {
                if (!scheduler.submissions.isEmpty()) {
                    activate(queue);
                    Task task = scheduler.submissions.pollFirst();
                    if (task != null) {
                        queue.counters.submissionsTaken++;
                        queue.worthwhileNanos = 0;
                        return task;
                    }
                }
            } else {
                WorkQueue victim = all[at];
                if (victim == queue || !andOthers) {
                    continue;
                }
                if (!victim.mayHaveWork()) {
                    victim.request(); // so that its next fork is answered at once
                } else {
                    activate(queue);
                    queue.counters.stealsTried++;
                    Task task = victim.steal(queue, 0);
                    if (task != null) {
                        stole(queue, victim, task);
                        if (victim instanceof PromotingQueue) {
                            queue.worthwhileNanos = Tuning.WORTHWHILE_CALL_NANOS;
                        } else {
                            queue.worthwhileNanos = Tuning.WORTHWHILE_TASK_NANOS;
                            if (workers.lacksOne() && hasWork(victim)) {
                                trySignalWork(); // its owner may push no more
                            }
                        }
                        return task;
                    }
                }
            }
        }
        queue.active = false;
        return null;
    }

    /**
     * The next of the submitted tasks, for a worker that has just run one, or null: they come in
     * bursts.
     */
    Task nextSubmission(WorkQueue queue) {
        if (queue.worthwhileNanos != 0 || workers.tooMany() || termination.isStopping()) {
            return null;
        }
        Task task = scheduler.submissions.pollFirst();
        if (task != null) {
            queue.counters.submissionsTaken++;
        }
        return task;
    }

    /** A thief has another's task. */
    void stole(WorkQueue thief, WorkQueue victim, Task task) {
        thief.counters.stealsWon++;
        try {
            Events.stole(scheduler.name(), thief.number(), victim.number(), task);
        } catch (OutOfMemoryError full) {
            // An event less, rather than a task.
        }
    }

    static void activate(WorkQueue queue) {
        if (!queue.active) {
            queue.activations++;
            queue.active = true;
        }
    }

    /**
     * Parks a worker that has found nothing, until there is something to do.
     *
     * @param looked whether it was allowed to look for as long as it wanted
     * @return false if the worker should end
     */
    private boolean park(WorkQueue queue, boolean looked) {
        queue.counters.enter(Counters.Activity.IDLE);
        TaskFailures.expunge();
        // Before it can be woken, or each call that begins until it keeps watch would wake it.
        scheduler.watch.keeps(queue);
        if (!workers.park(queue)) {
            scheduler.watch.leave(queue);
            return false;
        }
        queue.counters.parks++;
        long begun = System.nanoTime();
        Object event = Events.startPark();
        try {
            scheduler.watch.keeps(queue); // urges, now that it does not compute
            askAll();
            if (anyOtherActive(queue)) {
                // ORDER I1: a push that was made before its owner could see the request is visible
                // after the grace period; one made later finds the request and wakes somebody. Who
                // is not active now cannot have missed it. Test: RequestAgainstBlock.
                LockSupport.parkNanos(scheduler, Tuning.GRACE_NANOS);
            }
            if (workers.lacksOne() && queue.parked) {
                if (forceHidden(queue) || hasWork()) {
                    return true;
                }
            }
            if (queue.parked) {
                queue.isReliedOn = false; // all are asked, and what they had before has been seen
            }
            termination.tryTerminate();
            long keepAlive =
                    workers.total() > Math.max(scheduler.sizes.core(), workers.parallelism())
                            ? Math.min(Tuning.SPARE_NANOS, scheduler.sizes.keepAliveNanos())
                            : scheduler.sizes.keepAliveNanos();
            long deadline = System.nanoTime() + keepAlive;
            while (queue.parked && !termination.isStopping()) {
                long left = deadline - System.nanoTime();
                boolean watching = scheduler.watch.keeps(queue);
                if (left <= 0 && !watching) {
                    return false;
                }
                LockSupport.parkNanos(scheduler, watching ? Tuning.GRACE_NANOS : left);
                Thread.interrupted(); // not meant for an idle worker, and would keep it awake
                if (watching
                        && (workers.lacksOne() || lacksOneButForGuests())
                        && queue.parked
                        && (forceHidden(queue) || hasWork())) {
                    return true;
                }
            }
            return !termination.isStopping();
        } finally {
            long slept = queue.parked ? Long.MAX_VALUE : System.nanoTime() - begun;
            workers.unpark(queue);
            scheduler.watch.leave(queue);
            Events.endPark(event, scheduler.name(), queue.number());
            queue.counters.enter(Counters.Activity.SEEK);
            if (looked) {
                queue.patience.slept(slept);
            }
        }
    }

    /** Whether one more worker might be put to work, as some guests only seemed to compute. */
    private boolean lacksOneButForGuests() {
        for (WorkQueue q : workers.queues()) {
            if (q instanceof PromotingQueue guest && guest.admitted) {
                guest.dismissUnlessRunning();
            }
        }
        return workers.lacksOne();
    }

    /** A call with pending calls has begun: sees to it that somebody looks at them. Any thread. */
    void wakeWatch() {
        if (!scheduler.watch.isKept() && workers.lacksWorker() && !termination.isStopping()) {
            scheduler.watch.want();
            if (workers.lacksOne()) {
                trySignalWork();
            } else {
                scheduler.watch.nudge();
            }
        }
    }

    private boolean anyOtherActive(WorkQueue queue) {
        for (WorkQueue q : workers.queues()) {
            if (q != queue && (q.active || q instanceof PromotingQueue calls && calls.inCall())) {
                return true;
            }
        }
        return false;
    }

    /** Asks every worker to wake somebody at its next push. */
    void askAll() {
        for (WorkQueue q : workers.queues()) {
            q.request();
        }
    }

    /** Tells whoever runs a long call without pending ones that a worker has found nothing. */
    void urgeAll() {
        for (WorkQueue q : workers.queues()) {
            q.urge();
        }
    }

    /** Takes over what owners that do not push keep to themselves; true if there was any. */
    boolean forceHidden(WorkQueue asker) {
        boolean any = false;
        for (WorkQueue q : workers.queues()) {
            int begun = q != asker && q.hidesWork() ? q.beginForce() : 0;
            if (begun != 0) {
                Tuning.awaitGrace(scheduler);
                q.finishForce(begun);
                any = true;
            }
        }
        return any;
    }

    boolean hasWork() {
        if (!scheduler.submissions.isEmpty()) {
            return true;
        }
        for (WorkQueue q : workers.queues()) {
            if (hasWork(q)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasWork(WorkQueue q) {
        return q.hidesWork() || q.mayHaveWork(); // in this order: S6
    }

    /** Whether one more worker could be put to work. */
    boolean wantsSignals() {
        return workers.canRelease() && !termination.isStopping();
    }

    /**
     * Puts one more worker to work, if one may be, unless another has been woken that will do so.
     * Any thread.
     */
    void signalWork() {
        if (workers.lacksOne() && !workers.relyOnAnother()) {
            StackRoom.requireToWake();
            boolean comes = false;
            try {
                comes =
                        (workers.anyParked() || scheduler.registration.failures.isOver())
                                && wakeOrStart();
            } finally {
                if (!comes) {
                    scheduler.lateStart.begin();
                }
            }
        }
    }

    /** As {@link #signalWork}, where it is of no matter whether somebody could be woken. */
    void trySignalWork() {
        try {
            signalWork();
        } catch (RuntimeException | Error nobody) {
            // No thread to be had, or no room on the stack to wake one.
        }
    }

    /**
     * Wakes a parked worker or starts one, with {@link StackRoom#requireToWake}.
     *
     * @return false if one is lacking and neither is possible
     */
    boolean wakeOrStart() {
        switch (workers.releaseOne()) {
            case START:
                return scheduler.registration.start();
            case IMPOSSIBLE:
                return false;
            default:
                return true;
        }
    }
}
