package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A pool's engine: what its workers do when they have no task of their own, what others submit, and
 * how it ends. PROTOCOL.md, section Idling, tells why no wake-up is lost.
 */
public final class Scheduler {
    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;

    /** As {@link #SHUTDOWN}, and whoever is within {@link #submit} is refused. */
    private static final int CLOSED = 2;

    private static final int STOPPING = 3;

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

        /**
         * Somebody computes for the pool, or would, perhaps after a time when nobody did. Called
         * after {@link #isComputing} changes, by the thread that computes.
         */
        default void computes() {}

        /**
         * Whether tasks have been accepted that are still to be handed over by {@link #submitHeld}:
         * while there are, an orderly shutdown does not end. Any thread. When there are none any
         * more, {@link #tryTerminate} is to be called.
         *
         * @return whether there are
         */
        default boolean holdsTasks() {
            return false;
        }

        /**
         * What events call the pool.
         *
         * @return its name
         */
        default String name() {
            return "pool";
        }

        /**
         * The last worker has ended, and {@link #isTerminated} is true when this is over. Once, by
         * any thread.
         */
        default void terminated() {}
    }

    /**
     * The sizes of a pool.
     *
     * @param parallelism workers that may compute at once
     * @param core workers that live on while idle, for programs that block often; others, made to
     *     replace blocked ones, soon end
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
    private final Joins joins = new Joins(this);
    private final Quiescence quiescence = new Quiescence(this);
    final Watch watch = new Watch(this);

    /** Guards changes of {@link #runState}, and who is {@link #finishing}. */
    private final Object lock = new Object();

    final boolean helpedFromOutside;
    final Workers workers;
    final ConcurrentLinkedDeque<Task> submissions = new ConcurrentLinkedDeque<>();
    private final CountDownLatch terminated = new CountDownLatch(1);

    /** What queues of the discipline SHARED share; set by {@link SharedDeque#of}, else null. */
    SharedDeque shared;

    private static volatile Scheduler common;

    private volatile int runState = RUNNING;

    /** Whether queued tasks are dropped: {@code shutdownNow}; set under the lock. */
    private volatile boolean abrupt;

    /** Whether a thread is telling the host of the end; raised under the lock. */
    private volatile boolean finishing;

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
        this.workers = new Workers(sizes.parallelism(), sizes.maximum());
    }

    /**
     * The common pool's.
     *
     * @return it; null until that pool is made
     */
    public static Scheduler common() {
        return common;
    }

    /** Makes this the common pool's. */
    public void makeCommon() {
        common = this;
    }

    // ---- registration
    // ----------------------------------------------------------------------------

    WorkQueue register(WorkerThread thread) {
        WorkQueue queue = queueFactory.apply(this);
        queue.owner = thread;
        queue.id = WorkerIds.acquire();
        queue.open();
        workers.add(queue);
        return queue;
    }

    /** Starts a worker that the counts already include; false if the factory made none. */
    private boolean startWorker() {
        WorkerThread worker = null;
        boolean started = false;
        try {
            StackRoom.require();
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
        workers.remove(queue);
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
            runWithForks(queue, task);
        }
    }

    /**
     * Runs what has been obtained, and what that leaves in the queue. Not part of {@link
     * #runWorker}, which is entered once and would be interpreted for some 60,000 tasks.
     */
    private void runWithForks(WorkQueue queue, Task obtained) {
        long worthwhile = queue.worthwhileNanos;
        long begun = worthwhile == 0 ? 0 : System.nanoTime();
        runObtained(queue, obtained);
        for (Task task; runState != STOPPING && (task = queue.nextLocal()) != null; ) {
            task.run(queue.id);
            TaskWaiters.wakeMissed();
        }
        if (worthwhile != 0) {
            queue.restUnless(worthwhile, System.nanoTime() - begun);
        }
        if (runState != STOPPING) {
            Thread.interrupted(); // meant for a task that has ended, or for nobody
        }
    }

    /**
     * Ends a worker, in whichever way its {@code run} ended.
     *
     * @param thread the calling thread
     */
    public void workerEnded(WorkerThread thread) {
        TaskWaiters.wakeMissed();
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
    void runObtained(WorkQueue queue, Task task) {
        Stolen outer = queue.stolen;
        PromotingQueue calls = queue.calls;
        Stolen now = new Stolen(task, queue.position(), outer);
        if (calls != null) {
            calls.stolen = new Stolen(task, calls.position(), calls.stolen);
        }
        queue.stolen = now;
        Object event = Events.startTask();
        try {
            task.run(queue.id);
        } catch (Throwable full) {
            // The task itself may have had no room to tell.
            CompletionPath.Installed.skipped(task);
            throw full;
        } finally {
            queue.stolen = outer;
            if (queue.calls != null) {
                queue.calls.stolen = queue.calls.stolen.outer();
            }
        }
        Events.endTask(event, name(), queue.number(), task);
        if (outer == null) {
            TaskWaiters.wakeMissed();
        }
    }

    /** Finds work for a worker that has none; null when it should end. */
    private Task seek(WorkQueue queue) {
        queue.active = false;
        queue.counters.enter(Counters.Activity.SEEK);
        for (int looks = 0; runState != STOPPING; looks++) {
            boolean rests = queue.rests();
            if (!workers.tooMany()) {
                Task task = scan(queue, !rests);
                if (task != null) {
                    queue.counters.enter(Counters.Activity.COMPUTE);
                    queue.request(); // whoever gets work wakes others at its first push
                    host.computes();
                    return task;
                }
            } else {
                looks = Tuning.SPIN_SCANS + Tuning.YIELD_SCANS;
            }
            if (rests) {
                looks = 0;
                Tuning.pause();
            } else if (looks < Tuning.SPIN_SCANS) {
                Tuning.pause();
            } else if (looks < Tuning.SPIN_SCANS + Tuning.YIELD_SCANS) {
                if (looks == Tuning.SPIN_SCANS) {
                    urgeAll();
                }
                if (Tuning.yieldsToAnother()) {
                    looks = Tuning.SPIN_SCANS + Tuning.YIELD_SCANS;
                }
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
                if (!submissions.isEmpty()) {
                    activate(queue);
                    Task task = submissions.pollFirst();
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
                        queue.worthwhileNanos =
                                victim instanceof PromotingQueue
                                        ? Tuning.WORTHWHILE_CALL_NANOS
                                        : Tuning.WORTHWHILE_TASK_NANOS;
                        return task;
                    }
                }
            }
        }
        queue.active = false;
        return null;
    }

    /** A thief has another's task. */
    void stole(WorkQueue thief, WorkQueue victim, Task task) {
        thief.counters.stealsWon++;
        Events.stole(name(), thief.number(), victim.number(), task);
    }

    static void activate(WorkQueue queue) {
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
        TaskFailures.expunge();
        if (!workers.park(queue)) {
            return false;
        }
        queue.counters.parks++;
        Object event = Events.startPark();
        try {
            askAll();
            if (anyOtherActive(queue)) {
                // ORDER I1: a push that was made before its owner could see the request is visible
                // after the grace period; one made later finds the request and wakes somebody. Who
                // is not active now cannot have missed it. Test: RequestAgainstBlock.
                LockSupport.parkNanos(this, Tuning.GRACE_NANOS);
            }
            if (workers.lacksOne() && queue.parked) {
                if (forceHidden(queue) || hasWork()) {
                    return true;
                }
            }
            tryTerminate();
            long keepAlive =
                    workers.total() > Math.max(sizes.core(), workers.parallelism())
                            ? Math.min(Tuning.SPARE_NANOS, sizes.keepAliveNanos())
                            : sizes.keepAliveNanos();
            long deadline = System.nanoTime() + keepAlive;
            while (queue.parked && runState != STOPPING) {
                long left = deadline - System.nanoTime();
                boolean watching = watch.keeps(queue);
                if (left <= 0 && !watching) {
                    return false;
                }
                LockSupport.parkNanos(this, watching ? Tuning.GRACE_NANOS : left);
                Thread.interrupted(); // not meant for an idle worker, and would keep it awake
                if (watching
                        && (workers.lacksOne() || lacksOneButForGuests())
                        && queue.parked
                        && (forceHidden(queue) || hasWork())) {
                    return true;
                }
            }
            return runState != STOPPING;
        } finally {
            workers.unpark(queue);
            watch.leave(queue);
            Events.endPark(event, name(), queue.number());
            queue.counters.enter(Counters.Activity.SEEK);
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
        if (!watch.isKept() && workers.lacksOne() && runState != STOPPING) {
            try {
                signalWork();
            } catch (RuntimeException | Error nobody) {
                // No thread to be had: the caller makes its calls itself.
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
    private void askAll() {
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
                Tuning.awaitGrace(this);
                q.finishForce(begun);
                any = true;
            }
        }
        return any;
    }

    private boolean hasWork() {
        if (!submissions.isEmpty()) {
            return true;
        }
        for (WorkQueue q : workers.queues()) {
            if (q.mayHaveWork() || q.hidesWork()) {
                return true;
            }
        }
        return false;
    }

    /** Whether one more worker could be put to work. */
    boolean wantsSignals() {
        return workers.canRelease() && runState != STOPPING;
    }

    /** Puts one more worker to work, if one may be. Any thread. */
    void signalWork() {
        if (workers.lacksOne()) {
            StackRoom.requireToWake();
            wakeOrStart();
        }
    }

    /**
     * Wakes a parked worker or starts one, with {@link StackRoom#requireToWake}.
     *
     * @return false if one is lacking and neither is possible
     */
    private boolean wakeOrStart() {
        WorkQueue[] woken = {null};
        switch (workers.releaseOne(woken)) {
            case WOKEN:
                LockSupport.unpark(woken[0].owner);
                return true;
            case START:
                return startWorker();
            case IMPOSSIBLE:
                return false;
            default:
                return true;
        }
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
        beginBlocking(thread.queue);
    }

    void beginBlocking(WorkQueue queue) {
        StackRoom.require();
        queue.publish();
        if (queue.calls != null) {
            queue.calls.publish();
        }
        int runnable =
                queue instanceof PromotingQueue guest ? workers.dismiss(guest) : workers.block();
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
                    endBlocking(queue);
                }
            }
            if (!replaced) {
                throw new RejectedExecutionException(
                        "cannot replace a blocked worker: the pool has "
                                + workers.total()
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
        endBlocking(thread.queue);
    }

    void endBlocking(WorkQueue queue) {
        if (queue instanceof PromotingQueue guest) {
            admit(guest);
        } else {
            workers.unblock();
            host.computes();
        }
    }

    /** A guest computes, and has work to give away. From now on somebody must see if it waits. */
    void admit(PromotingQueue guest) {
        workers.admit(guest);
        if (!watch.isKept()) {
            watch.nudge();
        }
        host.computes();
    }

    // ---- joining
    // ---------------------------------------------------------------------------------

    /** A worker waits for a task: helps with it and its descendants, then blocks. */
    boolean join(WorkQueue queue, Task task, boolean interruptible, boolean timed, long deadline)
            throws InterruptedException {
        return joins.join(queue, task, interruptible, timed, deadline);
    }

    /** A worker, or guest, waits for a task that somebody runs, and will end, come what may. */
    void awaitBegun(WorkQueue queue, Task task) {
        try {
            joins.awaitBegun(queue, task);
        } catch (InterruptedException e) {
            throw new AssertionError("uninterruptible", e);
        }
    }

    /** Whether, were the calling worker to stop for a moment, enough others would go on. */
    boolean othersCompute() {
        return workers.computing() > Math.max(1, sizes.minimumRunnable());
    }

    /**
     * Runs up to so many queued tasks on whose completion the given one depends. The calling thread
     * may be a worker of this pool or a thread outside.
     *
     * @param goal the task to help
     * @param maximum how many at most
     */
    public void helpComplete(Task goal, int maximum) {
        joins.helpComplete(goal, maximum);
    }

    /**
     * A thread outside waits for a task: if that is allowed, runs it there unless somebody has
     * begun it, and then what it depends on.
     *
     * @param task the task
     */
    public void helpFromOutside(Task task) {
        joins.helpFromOutside(task);
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
        enqueue(task, wake);
    }

    /**
     * Submits a task that was accepted before, and that {@link Host#holdsTasks} tells of until this
     * returns, so that only {@code shutdownNow} refuses it. Any thread.
     *
     * @param task the task
     * @throws RejectedExecutionException if the pool stops
     */
    public void submitHeld(Task task) {
        enqueue(task, true);
    }

    private void enqueue(Task task, boolean wake) {
        boolean room = wake && workers.lacksOne();
        if (room) {
            StackRoom.requireToWake(); // while nothing has begun
        }
        task.unlone();
        submissions.addLast(task);
        // ORDER I2: the append is a full fence. Either a parking worker's last look sees the task,
        // or signalWork sees the worker parked; likewise, either tryTerminate's second look sees
        // the task or this sees the pool closed. Test: SubmitAgainstShutdown.
        if (runState >= CLOSED && withdraw(task)) {
            throw rejected();
        }
        if (wake && workers.lacksOne()) {
            try {
                if (!room) {
                    StackRoom.requireToWake();
                }
                if (!wakeOrStart() && workers.total() == 0 && withdraw(task)) {
                    throw new RejectedExecutionException(
                            "the pool has no worker and its thread factory made none: " + host);
                }
            } catch (RuntimeException | Error failure) {
                // Of no matter while a worker is awake, or will be: it takes the task.
                if (workers.allParked()
                        && (failure instanceof RejectedExecutionException || withdraw(task))) {
                    throw failure;
                }
            }
        }
    }

    /** Takes back what is refused after all; it may have kept the pool from terminating. */
    private boolean withdraw(Task task) {
        boolean withdrawn = submissions.removeLastOccurrence(task);
        if (withdrawn) {
            tryTerminate();
        }
        return withdrawn;
    }

    /**
     * What a submission to a pool that is shut down throws.
     *
     * @return the exception
     */
    public RejectedExecutionException rejected() {
        return new RejectedExecutionException(
                "the pool is " + (isTerminated() ? "terminated" : "shut down") + ": " + host);
    }

    /**
     * Leaves a task that was taken from a queue by mistake to whoever comes, its joiner included.
     */
    void giveBack(Task task) {
        resubmit(task);
        // ORDER I3: the append is a full fence, before the look for waiters; pairs with the
        // registration of a waiter before its look at the submissions. Test: GiveBackStress.
        TaskWaiters.wake(task);
        signalWork();
    }

    /** Leaves a forked task to whoever comes; to nobody if the pool has stopped. */
    void resubmit(Task task) {
        submissions.addFirst(task);
        // As in submit (I2): either stop() sees the task or this sees that it has been.
        if (runState == STOPPING && submissions.removeFirstOccurrence(task)) {
            task.drop();
        }
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
        for (WorkQueue q : workers.queues()) {
            if (task != null) {
                return task;
            }
            if (q != own) {
                task = q.steal(own, 0);
            }
        }
        return task;
    }

    WorkQueue ownQueue() {
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
        return quiescence.holds();
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
        return quiescence.await(deadline, interruptible);
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
                abrupt = true;
                beginToStop();
            }
        }
        if (now) {
            stop();
        } else {
            tryTerminate();
        }
    }

    /**
     * Under the lock. First no worker begins any more, so that none begins after the last ended.
     */
    private void beginToStop() {
        workers.stop();
        runState = STOPPING;
    }

    private void stop() {
        dropSubmissions();
        for (WorkQueue q : workers.queues()) {
            q.request();
            for (Task task; (task = q.steal(null, 0)) != null; ) {
                task.drop();
            }
            if (q.owner != null) {
                q.owner.interrupt();
                LockSupport.unpark(q.owner);
            }
        }
        finish();
    }

    /** After an orderly shutdown those that are here are refused, and take them back themselves. */
    private void dropSubmissions() {
        if (abrupt) {
            for (Task task; (task = submissions.pollFirst()) != null; ) {
                task.drop();
            }
        }
    }

    /**
     * An orderly end takes two looks, as a task may be submitted after the first: its submitter
     * then either finds the pool closed and takes the task back, or the second look finds the task.
     * Before both, one for tasks that the host holds: none is added after a shutdown. Any thread.
     */
    public void tryTerminate() {
        if (runState == SHUTDOWN && !host.holdsTasks() && isQuiescent()) {
            synchronized (lock) {
                if (runState == SHUTDOWN) {
                    runState = CLOSED;
                }
            }
        }
        if (runState == CLOSED && isQuiescent()) {
            synchronized (lock) {
                if (runState != CLOSED) {
                    return;
                }
                beginToStop();
            }
            stop();
        } else if (runState == STOPPING) {
            finish();
        }
    }

    /**
     * The last worker and those who shut down may come here at once. One tells the host; nobody
     * finds the pool terminated before the host has done with it. The flag falls even on a full
     * stack, after the latch if that opened, so that a later call can do what was not done.
     */
    private void finish() {
        if (workers.total() == 0) {
            dropSubmissions();
            synchronized (lock) {
                if (finishing || isTerminated()) {
                    return;
                }
                finishing = true;
            }
            try {
                try {
                    host.terminated();
                } finally {
                    terminated.countDown();
                }
            } finally {
                finishing = false;
            }
        }
    }

    /**
     * Whether the pool ends: nothing more is begun. Any thread.
     *
     * @return whether it does
     */
    public boolean isStopping() {
        return runState == STOPPING;
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
        // First, as an interrupt matters only to who would wait.
        return isTerminated() || terminated.await(nanos, TimeUnit.NANOSECONDS);
    }

    // ---- numbers
    // ---------------------------------------------------------------------------------

    /**
     * How many workers may compute at once.
     *
     * @return the number
     */
    public int parallelism() {
        return workers.parallelism();
    }

    /**
     * Changes how many workers may compute at once: surplus workers stop at their next steal. More
     * of them start when {@link #wakeMore} is called next. Any thread.
     *
     * @param target the new number
     * @return the old one
     */
    public int setParallelism(int target) {
        return workers.setParallelism(target);
    }

    /**
     * Puts more workers to work, after {@link #setParallelism} has raised their number. Any thread;
     * may make workers, by the user's factory.
     *
     * @param more how many more there may be; none if less than 1
     */
    public void wakeMore(int more) {
        if (more > 0) {
            // Who could not be given a worker until now does not know of those that sleep.
            askAll();
        }
        for (int i = 0; i < more && hasWork(); i++) {
            signalWork();
        }
    }

    /**
     * Whether somebody computes for the pool, or seeks work.
     *
     * @return whether some worker is neither parked nor blocked, or some guest is admitted
     */
    public boolean isComputing() {
        return workers.computing() > 0;
    }

    /**
     * Threads that are no workers and compute.
     *
     * @return how many guests are admitted
     */
    public int guests() {
        return workers.admitted();
    }

    /**
     * Somebody would compute in more than one thread, if there were the processors: the pool is to
     * look whether there are. Any thread; costs a read mostly.
     */
    public void wants() {
        host.computes();
    }

    /**
     * Threads that exist.
     *
     * @return their number
     */
    public int poolSize() {
        return workers.total();
    }

    /**
     * Workers that are neither parked nor blocked.
     *
     * @return their number, estimated
     */
    public int runningCount() {
        return workers.released();
    }

    /**
     * Workers that run a task or seek one.
     *
     * @return their number, estimated
     */
    public int activeCount() {
        int n = 0;
        for (WorkQueue q : workers.queues()) {
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
        for (WorkQueue q : workers.queues()) {
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
        return workers.totals();
    }

    /**
     * What was done at each worker's place, by all workers that have had it one after another; then
     * what guests did, if there were any. No number is less than it was in an earlier snapshot.
     *
     * @return a snapshot
     */
    public List<Totals> totalsByPlace() {
        return workers.totalsByPlace();
    }

    /**
     * What events call the pool.
     *
     * @return its name
     */
    public String name() {
        return host.name();
    }
}
