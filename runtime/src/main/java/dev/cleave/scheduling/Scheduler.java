package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * A pool's engine: the life of its workers, how they run what they have obtained, and what others
 * submit. How they are made is {@link Registration}, what they do without a task {@link Idling},
 * how they wait {@link Joins} and {@link Blocking}, how all ends {@link Termination}.
 */
public final class Scheduler {
    /** What the pool above provides. */
    public interface Host {
        /**
         * Makes a worker thread, unstarted.
         *
         * @return the thread; null if the user's factory made none
         */
        WorkerThread newWorker();

        /**
         * Whether {@link #newWorker} is worth to be called again when it has made none.
         *
         * @return whether it is
         */
        default boolean makesWorkersLater() {
            return false;
        }

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

        /** Asks for a call of {@link Scheduler#replaceSilent} soon. Any thread. */
        default void mayWaitSilently() {}

        /**
         * Whether tasks have been accepted that are still to be handed over by {@link #submitHeld}:
         * while there are, an orderly shutdown does not end. Any thread. When there are none any
         * more, {@link Termination#tryTerminate} is to be called.
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
         * The last worker has ended, and {@link Termination#isTerminated} is true when this is
         * over. Once, by any thread.
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
    final Host host;
    final Sizes sizes;
    private final Joins joins = new Joins(this);
    private final Quiescence quiescence = new Quiescence(this);
    final Watch watch = new Watch(this);
    final LateStart lateStart = new LateStart(this);
    private final SilentWaits silentWaits = new SilentWaits(this);

    /** Of records of what workers have obtained. */
    private final Backoff records = new Backoff();

    final Registration registration;
    final Termination termination;
    final Idling idling;
    final Blocking blocking;

    final boolean helpedFromOutside;
    final Workers workers;
    final Submissions submissions;

    /** What queues of the discipline SHARED share; set by {@link SharedDeque#of}, else null. */
    SharedDeque shared;

    private static volatile Scheduler common;

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
        this.registration = new Registration(this, queueFactory);
        this.helpedFromOutside = helpedFromOutside;
        this.submissions = new Submissions(helpedFromOutside);
        this.workers = new Workers(sizes.parallelism(), sizes.maximum());
        this.termination = new Termination(this, host, quiescence);
        this.idling = new Idling(this);
        this.blocking = new Blocking(this);
    }

    /**
     * The common pool's.
     *
     * @return it; null until that pool is made
     */
    public static Scheduler common() {
        return common;
    }

    /**
     * How the pool ends.
     *
     * @return always the same object
     */
    public Termination termination() {
        return termination;
    }

    /** Makes this the common pool's. */
    public void makeCommon() {
        common = this;
    }

    // ---- workers ----

    /**
     * The whole life of a worker: call it from the thread's {@code run}. Blocks until the worker is
     * no longer wanted.
     *
     * @param thread the calling thread
     */
    public void runWorker(WorkerThread thread) {
        WorkQueue queue = thread.queue;
        synchronized (thread) {
            if (queue.isGone) {
                registration.enter(queue); // its factory has kept it, and given it away later
            }
        }
        workers.arrive(queue);
        for (Task task; (task = idling.seek(queue)) != null; ) {
            runWithForks(queue, task);
            for (int i = 1;
                    i < Tuning.MOST_IN_A_ROW && (task = idling.nextSubmission(queue)) != null;
                    i++) {
                runWithForks(queue, task);
            }
        }
    }

    /**
     * Runs what has been obtained, and what that leaves in the queue. Not part of {@link
     * #runWorker}, which is entered once and would be interpreted for some 60,000 tasks.
     */
    private void runWithForks(WorkQueue queue, Task obtained) {
        long worthwhile = queue.worthwhileNanos;
        long begun = worthwhile == 0 ? 0 : System.nanoTime();
        try {
            if (worthwhile == 0 && obtained.needsNoRecord()) {
                runUnrecorded(queue, obtained);
            } else {
                runObtained(queue, obtained);
            }
        } catch (OutOfMemoryError | StackOverflowError full) {
            TaskWaiters.wakeMissed(); // and on to what that task has forked
        }
        for (Task task; !termination.isStopping() && (task = queue.nextLocal()) != null; ) {
            runSafely(queue, task);
        }
        if (worthwhile != 0) {
            queue.restUnless(worthwhile, System.nanoTime() - begun);
        }
        if (!termination.isStopping()) {
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
            if (termination.isStopping()) {
                task.drop();
            } else {
                resubmit(task);
            }
        }
        queue.active = false;
        registration.leave(queue);
        if (!termination.isStopping()) {
            idling.passOn(queue);
            if (idling.hasWork()) {
                idling.trySignalWork();
            }
            watch.ensure();
        }
    }

    /** Runs a task that may fail by no more than the bare fact, for want of stack or heap. */
    private static void runSafely(WorkQueue queue, Task task) {
        try {
            task.run(queue.id);
        } catch (VirtualMachineError ignored) {
            // The task has failed: not the worker.
        }
        TaskWaiters.wakeMissed();
    }

    // ---- running ----

    /** Runs a task that comes from elsewhere, on record, so that its joiner can help with it. */
    void runObtained(WorkQueue queue, Task task) {
        task.unsubmitted();
        Stolen outer = queue.stolen;
        PromotingQueue calls = queue.calls;
        Stolen now = null;
        if (records.isOver()) {
            try {
                Stolen here = new Stolen(task, queue.position(), outer);
                if (calls != null) {
                    calls.record(new Stolen(task, calls.position(), calls.stolen));
                }
                now = here;
            } catch (OutOfMemoryError full) {
                records.begin();
            }
        }
        if (now == null) {
            runSafely(queue, task); // its joiner waits instead of helping
            return;
        }
        queue.record(now);
        Object event = Events.startTask();
        try {
            task.run(queue.id);
        } finally {
            queue.record(outer);
            if (queue.calls != null) {
                queue.calls.record(queue.calls.stolen.outer());
            }
        }
        Events.endTask(event, name(), queue.number(), task);
        if (outer == null) {
            TaskWaiters.wakeMissed();
        }
    }

    /**
     * Runs a submitted task as the only one: who joins it finds out without a record, or is nobody.
     * Of one that was handed back, rarely, the joiner waits instead of helping.
     */
    private void runUnrecorded(WorkQueue queue, Task task) {
        Object event = Events.startTask();
        task.run(queue.id);
        Events.endTask(event, name(), queue.number(), task);
        TaskWaiters.wakeMissed();
    }

    // ---- blocking ----

    /**
     * Announces that the calling worker is about to wait, and sees to it that somebody else
     * computes meanwhile if there is need. Pair with {@link #endBlocking}.
     *
     * @param thread the calling thread
     * @return whether it computed until now
     * @throws RejectedExecutionException if a replacement is needed and the pool may have no more
     *     threads
     */
    public boolean beginBlocking(WorkerThread thread) {
        blocking.begin(thread.queue);
        return thread.queue.counters.enter(Counters.Activity.IDLE) == Counters.Activity.COMPUTE;
    }

    /**
     * The calling worker no longer waits.
     *
     * @param thread the calling thread
     * @param computed what {@link #beginBlocking} has returned
     */
    public void endBlocking(WorkerThread thread, boolean computed) {
        if (computed) {
            thread.queue.counters.enter(Counters.Activity.COMPUTE);
        }
        blocking.end(thread.queue);
    }

    // ---- joining ----

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

    // ---- submissions ----

    /**
     * Submits a task from outside. Any thread.
     *
     * @param task the task
     * @param wake whether to see to it that a worker comes
     * @throws RejectedExecutionException if the pool is shut down
     */
    public void submit(Task task, boolean wake) {
        if (termination.isShutdown()) {
            throw termination.rejected();
        }
        task.submitted();
        enqueue(task, wake);
    }

    /**
     * Submits a task that nobody else knows of, so that nobody can wait for it or cancel it. Any
     * thread.
     *
     * @param task the task
     * @throws RejectedExecutionException if the pool is shut down
     */
    public void submitUnknown(Task task) {
        if (termination.isShutdown()) {
            throw termination.rejected();
        }
        enqueue(task, true);
    }

    /**
     * Submits a task that was accepted before, and that {@link Host#holdsTasks} tells of until this
     * returns, so that only {@code shutdownNow} refuses it. Any thread.
     *
     * @param task the task
     * @throws RejectedExecutionException if the pool stops
     */
    public void submitHeld(Task task) {
        task.submitted();
        enqueue(task, true);
    }

    private void enqueue(Task task, boolean wake) {
        boolean room = !wake || workers.lacksOne();
        if (room) {
            StackRoom.requireToWake(); // while nothing has begun
        }
        submissions.addLast(task);
        // ORDER I2: the append is a full fence. Either a parking worker's last look sees the task,
        // or signalWork sees the worker parked; likewise, either tryTerminate's second look sees
        // the task or this sees the pool closed. Test: SubmitAgainstShutdown.
        if (termination.isClosed() && withdraw(task)) {
            throw termination.rejected();
        }
        if (!wake) {
            LazySubmissions.add(this);
        } else if (workers.lacksOne()) {
            boolean refused = false;
            boolean comes = false;
            try {
                if (!room) {
                    StackRoom.requireToWake();
                }
                comes = idling.wakeOrStart();
                refused = !comes && workers.total() == 0 && withdraw(task);
            } catch (RuntimeException | Error failure) {
                // Of no matter while a worker is awake, or will be: it takes the task.
                if (workers.allParked() && withdraw(task)) {
                    throw failure;
                }
            } finally {
                if (!comes) {
                    lateStart.begin();
                }
            }
            if (refused) {
                throw new RejectedExecutionException(
                        "the pool has no worker and its thread factory made none: " + host);
            }
        } else {
            silentWaits.submitted();
        }
    }

    /**
     * Whether somebody runs what the calling thread forks: a worker that has not ended, as one has
     * whose handler of uncaught exceptions is called, of a pool that has not stopped.
     *
     * @return whether it is such a worker of this pool
     */
    public boolean takesForks() {
        WorkQueue own = ownQueue();
        return own != null && !own.isGone && !termination.isStopping();
    }

    /**
     * Submits a task that is the calling worker's fork.
     *
     * @param task the task
     */
    public void submitFork(Task task) {
        Tasks.push(task);
        silentWaits.submitted();
    }

    /** Takes back what is refused after all; it may have kept the pool from terminating. */
    private boolean withdraw(Task task) {
        boolean withdrawn = unsubmit(task);
        if (withdrawn) {
            termination.tryTerminate();
        }
        return withdrawn;
    }

    /**
     * Leaves a task that was taken from a queue by mistake to whoever comes, its joiner included.
     */
    void giveBack(Task task) {
        resubmit(task);
        // ORDER I3: the append is a full fence, before the look for waiters; pairs with the
        // registration of a waiter before its look at the submissions. Test: GiveBackStress.
        TaskWaiters.wake(task);
        idling.trySignalWork();
    }

    /** Leaves a forked task to whoever comes; to nobody if the pool has stopped. */
    void resubmit(Task task) {
        submissions.addFirst(task);
        // As in submit (I2): either stop() sees the task or this sees that it has been.
        if (termination.isStopping() && submissions.remove(task)) {
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
        boolean taken = submissions.remove(task);
        if (taken) {
            task.unsubmitted();
        }
        return taken;
    }

    /**
     * Takes the oldest task submitted from outside.
     *
     * @return the task, or null
     */
    public Task pollSubmission() {
        Task task = submissions.pollFirst();
        if (task != null) {
            task.unsubmitted();
        }
        return task;
    }

    /**
     * Takes any queued task, submitted or forked, that can be had without its owner's help.
     *
     * @return the task, or null
     */
    public Task pollAny() {
        StackRoom.require();
        Task task = pollSubmission();
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

    // ---- quiescence ----

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

    // ---- numbers ----

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
            idling.askAll();
        }
        for (int i = 0; i < more && idling.hasWork(); i++) {
            idling.trySignalWork();
        }
        watch.ensure();
    }

    /**
     * Whether somebody computes for the pool, or seeks work.
     *
     * @return whether some worker is neither parked nor has said that it is blocked, or some guest
     *     is admitted
     */
    public boolean isComputing() {
        return workers.computing() > 0 || workers.anyWaitsSilently();
    }

    /**
     * Replaces workers that wait and have not said so, if there is need. For whoever is there while
     * the pool computes. Any thread; may make workers, by the user's factory.
     *
     * @return after how many nanoseconds there may be more of them; {@link Long#MAX_VALUE} if not
     *     soon
     */
    public long replaceSilent() {
        return silentWaits.watch();
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
