package dev.cleave.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A pool's engine: its workers, what they do when they have no task of their own, and how many of
 * them may compute.
 *
 * <p>A worker is <em>released</em> while it computes or seeks, <em>parked</em> when it has found
 * nothing, <em>blocked</em> when it waits inside the library. Counts change under {@link #lock},
 * which is taken only by a worker that changes between the three, and by whoever wakes one.
 * PROTOCOL.md, section Idling, tells why no wake-up is lost.
 */
public final class Scheduler {
    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;
    private static final int STOPPING = 2;

    private static final WorkQueue[] NO_QUEUES = {};

    /** What the pool above provides. */
    public interface Host {
        /**
         * Makes a worker thread, unstarted.
         *
         * @return the thread; null if the user's factory made none
         */
        WorkerThread newWorker();

        /**
         * Asked when a blocked worker cannot be replaced because the pool has as many threads as it
         * may have.
         *
         * @return whether to go on without a replacement
         */
        boolean mayProceedSaturated();
    }

    /**
     * The sizes of a pool.
     *
     * @param parallelism workers that may compute at once
     * @param core workers kept although idle, for programs that block often
     * @param maximum threads at most, blocked ones included
     * @param minimumRunnable workers that must not be blocked, else a replacement is started
     * @param keepAliveNanos how long an idle worker lives
     */
    public record Sizes(
            int parallelism, int core, int maximum, int minimumRunnable, long keepAliveNanos) {}

    final boolean fifo;
    private final Host host;
    private final Sizes sizes;
    private final Function<Scheduler, WorkQueue> queueFactory;
    private final boolean helpedFromOutside;
    private final Object lock = new Object();
    private final ConcurrentLinkedDeque<Task> submissions = new ConcurrentLinkedDeque<>();
    private final CountDownLatch terminated = new CountDownLatch(1);

    /** What queues of the discipline SHARED share; set by {@link SharedDeque#of}, else null. */
    SharedDeque shared;

    /** Live workers' queues, without gaps; replaced, never written, under the lock. */
    private volatile WorkQueue[] queues = NO_QUEUES;

    private volatile int runState = RUNNING;
    private volatile int parallelism;

    /** Workers computing or seeking; written under the lock. */
    private volatile int released;

    /** Workers waiting inside the library; written under the lock. */
    private volatile int blocked;

    /** Threads, whatever they do; written under the lock. */
    private volatile int total;

    /** The most recently parked worker; under the lock. */
    private WorkQueue parkedFirst;

    private volatile int parkedCount;

    /** What workers that have ended did. Under the lock. */
    private final Totals retired = new Totals();

    /**
     * Creates an engine without workers.
     *
     * @param host the pool
     * @param sizes how many workers
     * @param fifo whether workers run their own tasks oldest first
     * @param queueFactory makes a worker's queue: the discipline
     * @param helpedFromOutside whether threads that wait from outside run what they wait for
     */
    public Scheduler(
            Host host,
            Sizes sizes,
            boolean fifo,
            Function<Scheduler, WorkQueue> queueFactory,
            boolean helpedFromOutside) {
        this.host = host;
        this.sizes = sizes;
        this.fifo = fifo;
        this.queueFactory = queueFactory;
        this.helpedFromOutside = helpedFromOutside;
        this.parallelism = sizes.parallelism();
    }

    // ---- registration
    // ----------------------------------------------------------------------------

    WorkQueue register(WorkerThread thread) {
        WorkQueue queue = queueFactory.apply(this);
        queue.owner = thread;
        queue.id = WorkerIds.acquire();
        queue.open();
        synchronized (lock) {
            WorkQueue[] old = queues;
            queue.index = freeIndex(old);
            WorkQueue[] grown = java.util.Arrays.copyOf(old, old.length + 1);
            grown[old.length] = queue;
            queues = grown;
        }
        return queue;
    }

    private static int freeIndex(WorkQueue[] queues) {
        for (int i = 0; ; i++) {
            boolean free = true;
            for (WorkQueue q : queues) {
                free &= q.index != i;
            }
            if (free) {
                return i;
            }
        }
    }

    /** Starts a worker that the counts already include; false if the factory made none. */
    private boolean startWorker() {
        WorkerThread worker = null;
        boolean started = false;
        try {
            worker = host.newWorker();
            if (worker != null) {
                worker.start();
                started = true;
            }
        } finally {
            if (!started) {
                unregister(worker == null ? null : worker.queue);
            }
        }
        return started;
    }

    private void unregister(WorkQueue queue) {
        synchronized (lock) {
            total--;
            released--;
            if (queue != null) {
                List<WorkQueue> rest = new ArrayList<>(List.of(queues));
                if (rest.remove(queue)) {
                    retired.add(queue);
                }
                queues = rest.toArray(NO_QUEUES);
            }
        }
        if (queue != null) {
            queue.close();
            WorkerIds.release(queue.id);
        }
        tryTerminate();
    }

    /**
     * The whole life of a worker: call it from the thread's {@code run}. Blocks until the worker is
     * no longer wanted.
     *
     * @param thread the calling thread
     */
    public void runWorker(WorkerThread thread) {
        WorkQueue queue = thread.queue;
        for (Task task; (task = seek(queue)) != null; ) {
            runObtained(queue, task);
            while (runState != STOPPING && (task = queue.nextLocal()) != null) {
                task.run(queue.id);
                afterTopLevelTask(task);
            }
            if (runState != STOPPING) {
                Thread.interrupted(); // meant for a task that has ended, or for nobody
            }
        }
    }

    private static void afterTopLevelTask(Task task) {
        if (task.failed()) {
            TaskWaiters.wakeAllCompleted();
        }
    }

    /**
     * Ends a worker, in whichever way its {@code run} ended.
     *
     * @param thread the calling thread
     */
    public void workerEnded(WorkerThread thread) {
        WorkQueue queue = thread.queue;
        for (Task task; (task = queue.pop()) != null; ) {
            if (runState == STOPPING) {
                task.drop();
            } else {
                resubmit(task);
            }
        }
        queue.active = false;
        unregister(queue);
        if (runState != STOPPING && hasWork()) {
            signalWork();
        }
    }

    // ---- running
    // ---------------------------------------------------------------------------------

    /** Runs a task that comes from elsewhere, on record, so that its joiner can help with it. */
    private void runObtained(WorkQueue queue, Task task) {
        Stolen outer = queue.stolen;
        queue.stolen = new Stolen(task, queue.position(), outer);
        try {
            task.run(queue.id);
        } finally {
            queue.stolen = outer;
        }
        if (outer == null) {
            afterTopLevelTask(task);
        }
    }

    /** Finds work for a worker that has none; null when it should end. */
    private Task seek(WorkQueue queue) {
        queue.active = false;
        queue.counters.enter(Counters.Activity.SEEK);
        for (int looks = 0; runState != STOPPING; looks++) {
            if (released <= parallelism) {
                Task task = scan(queue);
                if (task != null) {
                    queue.counters.enter(Counters.Activity.COMPUTE);
                    queue.request(); // whoever gets work wakes others at its first push
                    return task;
                }
            } else {
                looks = Tuning.SPIN_SCANS + Tuning.YIELD_SCANS;
            }
            if (looks < Tuning.SPIN_SCANS) {
                Tuning.pause();
            } else if (looks < Tuning.SPIN_SCANS + Tuning.YIELD_SCANS) {
                Thread.yield();
            } else if (park(queue)) {
                looks = 0;
            } else {
                return null;
            }
        }
        return null;
    }

    /**
     * Looks at every place once, starting at random. The worker is active if this returns a task.
     */
    private Task scan(WorkQueue queue) {
        WorkQueue[] all = queues;
        int n = all.length;
        int start = n <= 1 ? 0 : ThreadLocalRandom.current().nextInt(n + 1);
        for (int i = 0; i <= n; i++) {
            int at = start + i;
            at = at > n ? at - n - 1 : at;
            if (at == n) {
                if (!submissions.isEmpty()) {
                    activate(queue);
                    Task task = submissions.pollFirst();
                    if (task != null) {
                        queue.counters.submissionsTaken++;
                        return task;
                    }
                }
            } else {
                WorkQueue victim = all[at];
                if (victim == queue) {
                    continue;
                }
                if (!victim.mayHaveWork()) {
                    victim.request(); // so that its next fork is answered at once
                } else {
                    activate(queue);
                    queue.counters.stealsTried++;
                    Task task = victim.steal(queue, 0);
                    if (task != null) {
                        queue.counters.stealsWon++;
                        return task;
                    }
                }
            }
        }
        queue.active = false;
        return null;
    }

    private static void activate(WorkQueue queue) {
        if (!queue.active) {
            queue.activations++;
            queue.active = true;
        }
    }

    // ---- idling
    // ----------------------------------------------------------------------------------

    /**
     * Parks a worker that has found nothing, until there is something to do.
     *
     * @return false if the worker should end
     */
    private boolean park(WorkQueue queue) {
        queue.counters.enter(Counters.Activity.IDLE);
        queue.counters.parks++;
        synchronized (lock) {
            if (runState == STOPPING) {
                return false;
            }
            queue.parked = true;
            queue.nextParked = parkedFirst;
            parkedFirst = queue;
            parkedCount++;
            released--;
        }
        try {
            askAll();
            if (anyOtherActive(queue)) {
                // ORDER I1: a push that was made before its owner could see the request is visible
                // after the grace period; one made later finds the request and wakes somebody. Who
                // is not active now cannot have missed it. Test: RequestAgainstBlock.
                LockSupport.parkNanos(this, Tuning.GRACE_NANOS);
            }
            if (released < parallelism && queue.parked) {
                if (forceHidden(queue) || hasWork()) {
                    return true;
                }
            }
            tryTerminate();
            long deadline = System.nanoTime() + sizes.keepAliveNanos();
            while (queue.parked && runState != STOPPING) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
                Thread.interrupted(); // not meant for an idle worker, and would keep it awake
            }
            return runState != STOPPING;
        } finally {
            unpark(queue);
            queue.counters.enter(Counters.Activity.SEEK);
        }
    }

    private boolean anyOtherActive(WorkQueue queue) {
        for (WorkQueue q : queues) {
            if (q != queue && q.active) {
                return true;
            }
        }
        return false;
    }

    /** Takes a worker off the parked list if nobody has yet. */
    private void unpark(WorkQueue queue) {
        synchronized (lock) {
            if (queue.parked) {
                WorkQueue before = null;
                for (WorkQueue q = parkedFirst; q != queue; q = q.nextParked) {
                    before = q;
                }
                if (before == null) {
                    parkedFirst = queue.nextParked;
                } else {
                    before.nextParked = queue.nextParked;
                }
                release(queue);
            }
        }
    }

    /** Under the lock: the worker, already unlinked, counts as released again. */
    private void release(WorkQueue queue) {
        queue.nextParked = null;
        queue.parked = false;
        parkedCount--;
        released++;
    }

    /** Asks every worker to wake somebody at its next push. */
    private void askAll() {
        for (WorkQueue q : queues) {
            q.request();
        }
    }

    /** Takes over what owners that do not push keep to themselves; true if there was any. */
    private boolean forceHidden(WorkQueue asker) {
        boolean any = false;
        for (WorkQueue q : queues) {
            if (q != asker && q.hidesWork() && q.beginForce()) {
                long until = System.nanoTime() + Tuning.GRACE_NANOS;
                for (long left; (left = until - System.nanoTime()) > 0; ) {
                    LockSupport.parkNanos(this, left);
                }
                q.finishForce();
                any = true;
            }
        }
        return any;
    }

    private boolean hasWork() {
        if (!submissions.isEmpty()) {
            return true;
        }
        for (WorkQueue q : queues) {
            if (q.mayHaveWork() || q.hidesWork()) {
                return true;
            }
        }
        return false;
    }

    /** Whether one more worker could be put to work. */
    boolean wantsSignals() {
        return released < parallelism
                && (parkedCount > 0 || total < sizes.maximum())
                && runState != STOPPING;
    }

    /** Puts one more worker to work, if one may be. Any thread. */
    void signalWork() {
        if (released < parallelism) {
            wakeOrStart();
        }
    }

    /** Wakes a parked worker or starts one; false if neither is possible. */
    private boolean wakeOrStart() {
        WorkQueue woken;
        synchronized (lock) {
            if (runState == STOPPING || released >= parallelism) {
                return true;
            }
            woken = parkedFirst;
            if (woken != null) {
                parkedFirst = woken.nextParked;
                release(woken);
            } else if (total < sizes.maximum()) {
                total++;
                released++;
            } else {
                return false;
            }
        }
        if (woken == null) {
            return startWorker();
        }
        LockSupport.unpark(woken.owner);
        return true;
    }

    // ---- blocking
    // --------------------------------------------------------------------------------

    /**
     * Announces that the calling worker is about to wait, and sees to it that somebody else
     * computes meanwhile if there is need. Pair with {@link #endBlocking}.
     *
     * @param thread the calling thread
     * @throws RejectedExecutionException if a replacement is needed and the pool may have no more
     *     threads
     */
    public void beginBlocking(WorkerThread thread) {
        WorkQueue queue = thread.queue;
        queue.publish();
        int runnable;
        synchronized (lock) {
            blocked++;
            runnable = --released;
        }
        askAll();
        if ((runnable < sizes.minimumRunnable() || hasWork()) && runState != STOPPING) {
            boolean replaced = false;
            try {
                replaced =
                        wakeOrStart()
                                || runnable >= sizes.minimumRunnable()
                                || host.mayProceedSaturated();
            } catch (OutOfMemoryError e) {
                if (runnable > 0) {
                    replaced = true; // no thread to be had; others go on
                } else {
                    throw e;
                }
            } finally {
                if (!replaced) {
                    endBlocking(thread);
                }
            }
            if (!replaced) {
                throw new RejectedExecutionException(
                        "cannot replace a blocked worker: the pool has "
                                + total
                                + " threads, its maximum; raise maximumPoolSize, or give a"
                                + " saturation predicate");
            }
        }
    }

    /**
     * The calling worker no longer waits.
     *
     * @param thread the calling thread
     */
    public void endBlocking(WorkerThread thread) {
        synchronized (lock) {
            blocked--;
            released++;
        }
    }

    // ---- joining
    // ---------------------------------------------------------------------------------

    /** A worker waits for a task: helps with it and its descendants, then blocks. */
    boolean join(WorkQueue queue, Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        if (queue.remove(task)) {
            task.run(queue.id);
        }
        if (task.done()) {
            return true;
        }
        if (task.runsOn(queue)) {
            throw new IllegalStateException(
                    "a task waits for itself and would never end: "
                            + task
                            + "; join the tasks it forked, or return first");
        }
        Counters.Activity before = queue.counters.enter(Counters.Activity.JOIN);
        try {
            for (int spins = 0; spins < Tuning.JOIN_SPINS; spins++) {
                if (task.done()) {
                    return true;
                }
                if (help(queue, task)) {
                    spins = 0;
                } else if (spins == 0 && takeSubmitted(queue, task)) {
                    return task.done() || join(queue, task, interruptible, timed, deadline);
                } else if (spins < Tuning.JOIN_SPINS / 2) {
                    Tuning.pause();
                } else {
                    Thread.yield();
                }
                if (timed && deadline - System.nanoTime() <= 0) {
                    return task.done();
                }
            }
            if (awaitBriefly(queue, task, interruptible, timed, deadline)) {
                return true;
            }
            beginBlocking(queue.owner);
            try {
                return awaitUnlessStopped(queue, task, interruptible, timed, deadline);
            } finally {
                endBlocking(queue.owner);
            }
        } finally {
            queue.counters.enter(before);
        }
    }

    /**
     * Waits for a task that others are about to complete: most are, and a replacement would come
     * too late to be of use. Only while enough others are not blocked.
     */
    private boolean awaitBriefly(
            WorkQueue queue, Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        if (released <= Math.max(1, sizes.minimumRunnable())) {
            return false;
        }
        queue.publish();
        long until = System.nanoTime() + Tuning.GRACE_NANOS;
        return TaskWaiters.await(
                task, interruptible, true, timed && deadline - until < 0 ? deadline : until);
    }

    /**
     * Parks a joiner. If the pool stops meanwhile, nobody may ever complete the task: the joiner,
     * interrupted by {@link #stop}, cancels what it has queued, then the task.
     */
    private boolean awaitUnlessStopped(
            WorkQueue queue, Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        boolean interrupted = false;
        try {
            for (; ; ) {
                if (runState == STOPPING) {
                    for (Task queued; (queued = queue.pop()) != null; ) {
                        queued.drop();
                    }
                    task.drop();
                }
                try {
                    return TaskWaiters.await(task, true, timed, deadline);
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
        if (submissions.isEmpty() || !submissions.removeFirstOccurrence(task)) {
            return false;
        }
        runObtained(queue, task);
        return true;
    }

    /** Runs one descendant of a task that runs elsewhere; false if none can be had now. */
    private boolean help(WorkQueue queue, Task task) {
        for (WorkQueue q : queues) {
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
            giveBack(descendant);
            return true;
        }
        runHelped(queue, descendant);
        return true;
    }

    private void giveBack(Task task) {
        resubmit(task);
        signalWork();
    }

    /** Leaves a forked task to whoever comes; to nobody if the pool has stopped. */
    private void resubmit(Task task) {
        submissions.addFirst(task);
        // As in submit (I2): either stop() sees the task or this sees that it has been.
        if (runState == STOPPING && submissions.removeFirstOccurrence(task)) {
            task.drop();
        }
    }

    private void runHelped(WorkQueue queue, Task task) {
        queue.counters.stealsWon++;
        Counters.Activity before = queue.counters.enter(Counters.Activity.COMPUTE);
        runObtained(queue, task);
        queue.counters.enter(before);
    }

    /** Runs one queued task on whose completion the other's depends; false if none is in sight. */
    private boolean helpComplete(WorkQueue queue, Task goal) {
        Task own = queue.peek(false);
        if (own != null && CompletionPath.Installed.leadsTo(own, goal) && queue.tryUnpush(own)) {
            own.run(queue.id);
            return true;
        }
        for (WorkQueue q : queues) {
            Task oldest = q == queue ? null : q.peek(true);
            if (oldest == null || !CompletionPath.Installed.leadsTo(oldest, goal)) {
                continue;
            }
            Task taken = q.steal(queue, 0);
            if (taken == null) {
                continue;
            }
            if (taken == oldest || CompletionPath.Installed.leadsTo(taken, goal)) {
                runHelped(queue, taken);
            } else {
                giveBack(taken);
            }
            return true;
        }
        return false;
    }

    /**
     * Runs up to so many queued tasks on whose completion the given one depends. The calling thread
     * may be a worker of this pool or a thread outside.
     *
     * @param goal the task to help
     * @param maximum how many at most
     */
    public void helpComplete(Task goal, int maximum) {
        WorkQueue own = ownQueue();
        for (int n = 0; n < maximum && !goal.done(); n++) {
            if (own == null ? !helpCompleteFromOutside(goal) : !helpComplete(own, goal)) {
                return;
            }
        }
    }

    private boolean helpCompleteFromOutside(Task goal) {
        for (Task task : submissions) {
            if (CompletionPath.Installed.leadsTo(task, goal)
                    && submissions.removeFirstOccurrence(task)) {
                task.run((byte) 0);
                return true;
            }
        }
        return false;
    }

    /**
     * A thread outside waits for a task: if that is allowed, runs it there unless somebody has
     * begun it, and then what it depends on.
     *
     * @param task the task
     */
    public void helpFromOutside(Task task) {
        if (helpedFromOutside) {
            if (submissions.removeLastOccurrence(task)) {
                task.run((byte) 0);
            }
            helpComplete(task, Integer.MAX_VALUE);
        }
    }

    // ---- submissions
    // -----------------------------------------------------------------------------

    /**
     * Submits a task from outside. Any thread.
     *
     * @param task the task
     * @param wake whether to see to it that a worker comes
     * @throws RejectedExecutionException if the pool is shut down
     */
    public void submit(Task task, boolean wake) {
        if (runState != RUNNING) {
            throw rejected();
        }
        submissions.addLast(task);
        // ORDER I2: the append is a full fence. Either a parking worker's last look sees the task,
        // or
        // signalWork sees the worker parked; likewise for stopping. Test: SubmitAgainstShutdown.
        if (runState == STOPPING && submissions.removeLastOccurrence(task)) {
            throw rejected();
        }
        if (wake && released < parallelism) {
            try {
                if (!wakeOrStart() && total == 0 && submissions.removeLastOccurrence(task)) {
                    throw new RejectedExecutionException(
                            "the pool has no worker and its thread factory made none: " + host);
                }
            } catch (RuntimeException | Error failure) {
                // Of no matter while other workers live: they take the task.
                if (total == 0
                        && (failure instanceof RejectedExecutionException
                                || submissions.removeLastOccurrence(task))) {
                    throw failure;
                }
            }
        }
    }

    private RejectedExecutionException rejected() {
        return new RejectedExecutionException(
                "the pool is " + (isTerminated() ? "terminated" : "shut down") + ": " + host);
    }

    /**
     * Takes back a task submitted from outside.
     *
     * @param task the task
     * @return whether it had not been taken by a worker
     */
    public boolean unsubmit(Task task) {
        return submissions.removeLastOccurrence(task);
    }

    /**
     * Takes the oldest task submitted from outside.
     *
     * @return the task, or null
     */
    public Task pollSubmission() {
        return submissions.pollFirst();
    }

    /**
     * Takes any queued task, submitted or forked, that can be had without its owner's help.
     *
     * @return the task, or null
     */
    public Task pollAny() {
        Task task = submissions.pollFirst();
        WorkQueue own = ownQueue();
        for (WorkQueue q : queues) {
            if (task != null) {
                return task;
            }
            if (q != own) {
                task = q.steal(own, 0);
            }
        }
        return task;
    }

    private WorkQueue ownQueue() {
        return Thread.currentThread() instanceof WorkerThread w && w.queue.scheduler == this
                ? w.queue
                : null;
    }

    // ---- quiescence and termination
    // --------------------------------------------------------------

    /**
     * Whether no worker runs a task and none is queued. Any thread.
     *
     * @return whether all is quiet
     */
    public boolean isQuiescent() {
        long before = 0;
        WorkQueue[] all = queues;
        for (WorkQueue q : all) {
            before += q.activations;
        }
        if (!submissions.isEmpty()) {
            return false;
        }
        for (WorkQueue q : all) {
            if (q.active || q.size() > 0) {
                return false;
            }
        }
        // A thief becomes active, and is counted, before it takes: nobody did while we looked.
        long after = 0;
        for (WorkQueue q : queues) {
            after += q.activations;
        }
        return before == after && queues == all && submissions.isEmpty();
    }

    /**
     * Runs tasks, if the caller is one of the workers, until the pool is quiescent but for the
     * caller.
     *
     * @param deadline a {@link System#nanoTime} instant
     * @param interruptible whether an interrupt ends it
     * @return 1 if quiescent, 0 after the deadline, -1 if interrupted
     */
    public int awaitQuiescence(long deadline, boolean interruptible) {
        WorkQueue own = ownQueue();
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
                task = scan(own);
            } else if (helpedFromOutside) {
                task = submissions.pollFirst();
            }
            if (task != null) {
                if (own == null) {
                    task.run((byte) 0);
                } else {
                    runObtained(own, task);
                }
                looks = 0;
                continue;
            }
            boolean quiescent = isQuiescent();
            if (quiescent || deadline - System.nanoTime() <= 0) {
                if (own != null) {
                    activate(own);
                }
                return quiescent ? 1 : 0;
            }
            if (interruptible && Thread.interrupted()) {
                if (own != null) {
                    activate(own);
                }
                return -1;
            }
            if (++looks < Tuning.SPIN_SCANS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(this, Tuning.GRACE_NANOS / 4);
                if (own != null) {
                    forceHidden(own);
                }
            }
        }
    }

    /**
     * Begins to shut down. Any thread.
     *
     * @param now whether queued tasks are cancelled and running ones interrupted
     */
    public void shutdown(boolean now) {
        synchronized (lock) {
            if (runState == RUNNING) {
                runState = SHUTDOWN;
            }
            if (now) {
                runState = STOPPING;
            }
        }
        if (now) {
            stop();
        } else {
            tryTerminate();
        }
    }

    private void stop() {
        for (Task task; (task = submissions.pollFirst()) != null; ) {
            task.drop();
        }
        for (WorkQueue q : queues) {
            q.request();
            for (Task task; (task = q.steal(null, 0)) != null; ) {
                task.drop();
            }
            q.owner.interrupt();
            LockSupport.unpark(q.owner);
        }
        finish();
    }

    private void tryTerminate() {
        if (runState == SHUTDOWN && isQuiescent()) {
            synchronized (lock) {
                if (runState != SHUTDOWN) {
                    return;
                }
                runState = STOPPING;
            }
            stop();
        } else if (runState == STOPPING) {
            finish();
        }
    }

    private void finish() {
        if (total == 0) {
            for (Task task; (task = submissions.pollFirst()) != null; ) {
                task.drop();
            }
            terminated.countDown();
        }
    }

    /**
     * Whether shutdown has begun. Any thread.
     *
     * @return whether new submissions are refused
     */
    public boolean isShutdown() {
        return runState != RUNNING;
    }

    /**
     * Whether the pool is stopping but has workers left. Any thread.
     *
     * @return whether it is between the two
     */
    public boolean isTerminating() {
        return runState == STOPPING && !isTerminated();
    }

    /**
     * Whether the last worker has ended. Any thread.
     *
     * @return whether all is over
     */
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    /**
     * Blocks until terminated.
     *
     * @param nanos how long at most
     * @return whether it is
     * @throws InterruptedException if interrupted
     */
    public boolean awaitTermination(long nanos) throws InterruptedException {
        return terminated.await(nanos, TimeUnit.NANOSECONDS);
    }

    // ---- numbers
    // ---------------------------------------------------------------------------------

    /**
     * How many workers may compute at once.
     *
     * @return the number
     */
    public int parallelism() {
        return parallelism;
    }

    /**
     * Changes how many workers may compute at once: surplus workers stop at their next steal.
     *
     * @param target the new number
     * @return the old one
     */
    public int setParallelism(int target) {
        int old;
        synchronized (lock) {
            old = parallelism;
            parallelism = target;
        }
        if (hasWork()) {
            for (int i = old; i < target; i++) {
                signalWork();
            }
        }
        return old;
    }

    /**
     * Threads that exist.
     *
     * @return their number
     */
    public int poolSize() {
        return total;
    }

    /**
     * Workers that are neither parked nor blocked.
     *
     * @return their number, estimated
     */
    public int runningCount() {
        return released;
    }

    /**
     * Workers that run a task or seek one.
     *
     * @return their number, estimated
     */
    public int activeCount() {
        int n = 0;
        for (WorkQueue q : queues) {
            if (q.active) {
                n++;
            }
        }
        return n;
    }

    /**
     * Tasks in workers' queues.
     *
     * @return their number, estimated
     */
    public long queuedTaskCount() {
        long n = 0;
        for (WorkQueue q : queues) {
            n += q.size();
        }
        return n;
    }

    /**
     * Tasks submitted from outside and not begun.
     *
     * @return their number, estimated; counts one by one
     */
    public int queuedSubmissionCount() {
        return submissions.size();
    }

    /**
     * Whether a task submitted from outside has not begun.
     *
     * @return whether there is one
     */
    public boolean hasQueuedSubmissions() {
        return !submissions.isEmpty();
    }

    /**
     * Tasks that workers obtained from others' queues or from outside.
     *
     * @return their number
     */
    public long stealCount() {
        long n = 0;
        for (Totals t : totals()) {
            n += t.stealsWon + t.submissionsTaken;
        }
        return n;
    }

    /**
     * What each worker did: the live ones, then one line for all that have ended.
     *
     * @return a snapshot
     */
    public List<Totals> totals() {
        List<Totals> list = new ArrayList<>();
        synchronized (lock) {
            for (WorkQueue q : queues) {
                Totals t = new Totals();
                t.add(q);
                t.index = q.index;
                list.add(t);
            }
            Totals ended = new Totals();
            ended.add(retired);
            list.add(ended);
        }
        return list;
    }
}
