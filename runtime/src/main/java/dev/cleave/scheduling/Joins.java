package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;

/**
 * Waiting for a task. A worker that waits helps, but only with descendants of the task
 * (leapfrogging: Wagner and Calder, 1993): what it runs meanwhile is what it waits for, and never
 * waits for itself. When there is nothing to help with, it blocks and is replaced.
 */
final class Joins {
    private final Scheduler scheduler;

    Joins(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** A worker waits for a task: helps with it and its descendants, then blocks. */
    boolean join(WorkQueue queue, Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        // Not the newest, as when many are joined in the order in which they were forked.
        if (queue.remove(task)) {
            try {
                task.run(queue.id);
            } catch (Throwable full) {
                // As in Task.run, for which there may have been no room.
                if (task.state >= 0 && task.runner != Task.ENDED) {
                    task.state = Task.FAILED;
                    if (TaskWaiters.untold == null) {
                        TaskWaiters.untold = task;
                    }
                    TaskWaiters.missed = true;
                }
                throw full;
            }
        }
        if (task.done()) {
            return true;
        }
        StackRoom.require();
        if (task.runsOn(queue) && !CompletionPath.Installed.leadsTo(task, task)) {
            throw new IllegalStateException(
                    "a task waits for itself and would never end: "
                            + task
                            + "; join the tasks it forked, or return first");
        }
        Counters.Activity before = queue.counters.enter(Counters.Activity.JOIN);
        Object event = Events.startJoin();
        try {
            for (int spins = 0; spins < Tuning.JOIN_SPINS; spins++) {
                if (task.done()) {
                    return true;
                }
                if (help(queue, task)) {
                    spins = 0;
                } else if (spins == 0 && takeSubmitted(queue, task)) {
                    return task.done() || join(queue, task, interruptible, timed, deadline);
                } else {
                    spins = paused(spins, isRunHere(task));
                }
                if (timed && isOver(deadline)) {
                    return task.done();
                }
            }
            if (awaitBriefly(queue, task, interruptible, timed, deadline)) {
                return true;
            }
            return awaitBlocked(queue, task, interruptible, timed, deadline);
        } finally {
            queue.counters.enter(before);
            Events.endJoin(event, scheduler.name(), queue.number(), task);
        }
    }

    /**
     * A worker waits for a task that somebody runs, who will end it even if the pool stops: helps
     * with its descendants, then blocks.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the worker cannot be replaced
     */
    void awaitBegun(WorkQueue queue, Task task) throws InterruptedException {
        StackRoom.require();
        Counters.Activity before = queue.counters.enter(Counters.Activity.JOIN);
        try {
            for (int spins = 0; spins < Tuning.JOIN_SPINS && !task.done(); spins++) {
                spins = help(queue, task) ? 0 : paused(spins, true);
            }
            if (!task.done() && !awaitBriefly(queue, task, false, false, 0)) {
                scheduler.blocking.begin(queue);
                try {
                    TaskWaiters.awaitOutside(task, false, false, 0);
                } finally {
                    scheduler.blocking.end(queue);
                }
            }
        } finally {
            queue.counters.enter(before);
        }
    }

    /** Pauses after so many looks; how many that was worth. */
    private static int paused(int spins, boolean isRunHere) {
        if (isRunHere && spins >= Tuning.JOIN_SPINS / 2) {
            return Tuning.yieldsToAnother() ? Tuning.JOIN_SPINS : spins;
        }
        Tuning.pause();
        return isRunHere ? spins : spins + Tuning.SPINS_ELSEWHERE;
    }

    /**
     * Whether a worker of this pool runs the task, or something on which its completion depends:
     * there may soon be something to help with.
     */
    private boolean isRunHere(Task task) {
        for (WorkQueue q : scheduler.workers.queues()) {
            if (task.runsOn(q)) {
                return true;
            }
            for (Stolen s = q.stolen; s != null; s = s.outer()) {
                if (s.task() == task || CompletionPath.Installed.leadsTo(s.task(), task)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Waits for a task that others are about to complete: most are, and a replacement would come
     * too late to be of use. Only while enough others compute, who do not wait so themselves.
     */
    private boolean awaitBriefly(
            WorkQueue queue, Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        if (!scheduler.workers.beginPause(Math.max(1, scheduler.sizes.minimumRunnable()))) {
            return false;
        }
        try {
            queue.publish();
            long until = System.nanoTime() + Tuning.GRACE_NANOS;
            return TaskWaiters.sleep(
                    task,
                    interruptible,
                    true,
                    timed && deadline - until < 0 ? deadline : until,
                    TaskWaiters.NOTHING);
        } finally {
            scheduler.workers.endPause();
        }
    }

    /**
     * Blocks a joiner until the task is complete, or given back: with every other worker blocked in
     * a way that the pool does not know of, nobody else may ever come for it.
     */
    private boolean awaitBlocked(
            WorkQueue queue, Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        for (; ; ) {
            scheduler.blocking.begin(queue);
            try {
                if (awaitUnlessStopped(queue, task, interruptible, timed, deadline)) {
                    return true;
                }
            } finally {
                scheduler.blocking.end(queue);
            }
            if (takeSubmitted(queue, task) ? task.done() : timed && isOver(deadline)) {
                return task.done();
            }
        }
    }

    private static boolean isOver(long deadline) {
        return deadline - System.nanoTime() <= 0;
    }

    /**
     * Parks a joiner. If the pool stops meanwhile, nobody may ever complete the task: the joiner,
     * interrupted by {@link Termination#shutdown}, cancels what it has queued, then the task.
     *
     * @return whether the task is complete; false after the deadline, or if it is given back
     */
    private boolean awaitUnlessStopped(
            WorkQueue queue, Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        boolean interrupted = false;
        try {
            for (; ; ) {
                if (scheduler.termination.isStopping()) {
                    for (Task queued; (queued = queue.pop()) != null; ) {
                        queued.drop();
                    }
                    task.dropAwaited();
                }
                try {
                    return TaskWaiters.sleep(task, true, timed, deadline, scheduler.submissions);
                } catch (InterruptedException e) {
                    if (interruptible) {
                        throw e;
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean takeSubmitted(WorkQueue queue, Task task) {
        if (scheduler.submissions.isEmpty() || !scheduler.submissions.remove(task)) {
            return false;
        }
        runObtained(queue, task);
        return true;
    }

    /** Runs one descendant of a task that runs elsewhere; false if none can be had now. */
    private boolean help(WorkQueue queue, Task task) {
        if (Stolen.isDeep(queue.stolen, Tuning.NESTED_STEALS)) {
            return false; // a chain of tasks, each stolen, would overflow the stack
        }
        for (WorkQueue q : scheduler.workers.queues()) {
            if (q == queue) {
                continue;
            }
            for (Stolen s = q.stolen; s != null; s = s.outer()) {
                if (s.task() == task || CompletionPath.Installed.leadsTo(s.task(), task)) {
                    if (helpThief(queue, s.task(), q, s.position())) {
                        return true;
                    }
                    break; // what the records further out may take includes this
                }
            }
            if (task.isOutermostOf(q) && helpThief(queue, task, q, 0)) {
                return true;
            }
        }
        return helpComplete(queue, task);
    }

    private boolean helpThief(WorkQueue queue, Task task, WorkQueue thief, long position) {
        queue.counters.stealsTried++;
        Task descendant = thief.steal(queue, position);
        if (descendant == null) {
            return false;
        }
        if (task.done()) {
            // The thief may have gone on to other work before the steal: not ours to run here.
            scheduler.giveBack(descendant);
            return true;
        }
        runHelped(queue, thief, descendant);
        return true;
    }

    private void runHelped(WorkQueue queue, WorkQueue victim, Task task) {
        scheduler.idling.stole(queue, victim, task);
        runObtained(queue, task);
    }

    private void runObtained(WorkQueue queue, Task task) {
        Counters.Activity before = queue.counters.enter(Counters.Activity.COMPUTE);
        scheduler.runObtained(queue, task);
        queue.counters.enter(before);
    }

    /** Runs one queued task on whose completion the other's depends; false if none is in sight. */
    private boolean helpComplete(WorkQueue queue, Task goal) {
        Task own = queue.peek(false);
        if (own != null && CompletionPath.Installed.leadsTo(own, goal) && queue.tryUnpush(own)) {
            // Until there is no more of them: the clock is not read for each.
            queue.counters.enter(Counters.Activity.COMPUTE);
            own.run(queue.id);
            return true;
        }
        queue.counters.enter(Counters.Activity.JOIN);
        for (WorkQueue q : scheduler.workers.queues()) {
            Task oldest = q == queue ? null : q.peek(true);
            if (oldest == null || !CompletionPath.Installed.leadsTo(oldest, goal)) {
                continue;
            }
            Task taken = q.steal(queue, 0);
            if (taken == null) {
                continue;
            }
            if (taken == oldest || CompletionPath.Installed.leadsTo(taken, goal)) {
                runHelped(queue, q, taken);
            } else {
                scheduler.giveBack(taken);
            }
            return true;
        }
        return false;
    }

    /** See {@link Scheduler#helpComplete(Task, int)}. */
    void helpComplete(Task goal, int maximum) {
        StackRoom.require();
        WorkQueue own = scheduler.ownQueue();
        for (int n = 0; n < maximum && !goal.done(); n++) {
            if (own == null ? !helpCompleteFromOutside(goal) : !helpComplete(own, goal)) {
                return;
            }
        }
    }

    private boolean helpCompleteFromOutside(Task goal) {
        Task task = scheduler.submissions.pollFirst(t -> CompletionPath.Installed.leadsTo(t, goal));
        if (task == null) {
            return false;
        }
        task.run((byte) 0);
        return true;
    }

    /** See {@link Scheduler#helpFromOutside}. */
    void helpFromOutside(Task task) {
        if (scheduler.helpedFromOutside) {
            StackRoom.require();
            if (scheduler.submissions.remove(task)) {
                task.run((byte) 0);
            }
            helpComplete(task, Integer.MAX_VALUE);
        }
    }
}
