package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A worker's tasks: newest first for the owner, oldest first for thieves.
 *
 * <p>Each scheduling discipline is one subclass. Methods marked <em>owner</em> are called only by
 * the worker whose queue it is; the others by any thread. No method blocks for longer than another
 * thread's bounded critical section.
 *
 * <p>{@link #limit} is the one word that others write and the owner reads at every push: the poll.
 */
public abstract class WorkQueue {
    /** {@link #limit} while nobody wants anything; no queue's private part grows beyond it. */
    static final int NORMAL = 255;

    /** {@link #limit} when an idle worker wants work, or sleeps and wants to be woken for it. */
    static final int REQUESTED = 0;

    /** {@link #index} of the queue of a thread that is no worker. */
    static final int GUEST = -2;

    static final VarHandle LIMIT;
    private static final VarHandle STOLEN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LIMIT = lookup.findVarHandle(WorkQueue.class, "limit", int.class);
            STOLEN = lookup.findVarHandle(WorkQueue.class, "stolen", Stolen.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Whose workers may steal; see {@link PromotingQueue#follow}. */
    Scheduler scheduler;

    final Counters counters = new Counters();

    /** The worker; set once before the worker starts. Null for a guest. */
    WorkerThread owner;

    /** Place among the pool's workers, from 0. */
    int index;

    /**
     * Unique among the process's live workers, or 0 if it has more than {@link WorkerIds#LIMIT}.
     */
    byte id;

    /** The same worker's pending calls; null until it runs woven code. Owner writes. */
    volatile PromotingQueue calls;

    /** What the owner has obtained from others and is running, innermost first; owner writes. */
    volatile Stolen stolen;

    /** Whether the owner runs a task or is about to take one; see {@link Scheduler#isQuiescent}. */
    volatile boolean active;

    /**
     * Owner: how long the task obtained last must take for its taking to have been worth what it
     * cost the worker it was taken from; 0 if it was nobody's.
     */
    long worthwhileNanos;

    /** Owner: before this instant it takes nothing from other workers; 0 if it may. */
    private long restsUntil;

    /** Owner: whether it is to signal, once it has a task, for those who have left that to it. */
    boolean isReliedOn;

    /** The owner's. */
    final Patience patience = new Patience(Tuning.PROCESSORS);

    /** How often {@link #active} became true; owner writes. */
    volatile long activations;

    /** Whether the owner is parked with nothing to do; under the lock of {@link Workers}. */
    volatile boolean parked;

    /** How often the owner has said that it waits, and still does; as {@link #parked}. */
    int waits;

    /**
     * Whether the owner counts as blocked as it was seen to wait, which it has not said; as {@link
     * #parked}.
     */
    volatile boolean waitsSilently;

    /**
     * Whether the owner has ended, and its counters are added up; under the lock of {@link
     * Workers}.
     */
    boolean isGone;

    /** The next parked worker's queue; under the lock of {@link Workers}. */
    WorkQueue nextParked;

    volatile int limit = REQUESTED;

    WorkQueue(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Owner: adds the newest task. */
    abstract void push(Task task);

    /** Owner: takes the task if it is the newest; false if it is not, or was stolen. */
    abstract boolean tryUnpush(Task task);

    /** Owner: takes the newest task, or null. */
    abstract Task pop();

    /** Owner: takes the oldest task, or null. */
    abstract Task poll();

    /** Owner: the newest task (or the oldest), left where it is; null if there is none. */
    abstract Task peek(boolean oldest);

    /** Owner: takes the task from wherever it is; false if it is not here any more. */
    abstract boolean remove(Task task);

    /** The owner is about to start. */
    void open() {}

    /** The owner has ended. */
    void close() {}

    /** Owner: makes every task stealable without the owner's help; before the owner waits. */
    void publish() {}

    /** Owner: answers pending requests; the explicit poll. */
    void balance() {
        if (limit == REQUESTED) {
            wakeOthers();
        }
    }

    /** Owner: the place that the next task pushed will have; places grow towards the newest. */
    abstract long position();

    /**
     * Takes the oldest task if its place is at least {@code position}; null if there is none that
     * can be had now. May leave a request.
     *
     * @param thief the caller's queue
     */
    abstract Task steal(WorkQueue thief, long position);

    /** The tasks in the queue, estimated. */
    abstract int size();

    /** Whether {@link #steal} is worth trying: without touching what the owner writes often. */
    abstract boolean mayHaveWork();

    /** Whether it holds tasks that {@link #steal} can only get with the owner's help. */
    boolean hidesWork() {
        return false;
    }

    /**
     * Begins to take over hidden tasks from an owner that does not answer.
     *
     * @return what to give to {@link #finishForce}; 0 if there is no need of that
     */
    int beginForce() {
        return 0;
    }

    /** Ends what {@link #beginForce} began at least {@link Tuning#GRACE_NANOS} ago. */
    void finishForce(int begun) {}

    /** Tells an owner that runs a long call without pending ones that a worker found nothing. */
    void urge() {}

    /** Tells the owner that somebody wants work: its next push comes to {@link #wakeOthers}. */
    void request() {
        if (limit == NORMAL && LIMIT.compareAndSet(this, NORMAL, REQUESTED)) {
            requested();
        }
    }

    /** Any thread: tells of a request, unless the owner has made it for others. */
    final void requested() {
        WorkQueue thief = scheduler.ownQueue();
        if (thief != null && thief.owner != owner) {
            Events.requested(scheduler.name(), thief.number(), number());
        }
    }

    /** Owner: after a push that found a request: wakes a sleeper, and others at later pushes. */
    final void wakeOthers() {
        scheduler.idling.signalWork();
        counters.pollsAnswered++;
        Events.answered(scheduler.name(), number(), Events.ANYBODY, true);
        if (limit == REQUESTED && !scheduler.idling.wantsSignals()) {
            // ORDER I5: volatile, then once more the look at who sleeps; pairs with Idling.park,
            // which counts the sleeper before it asks. Whoever parks in between finds the old
            // request, and does not make its own. Test: PushAgainstPark.
            if (LIMIT.compareAndSet(this, REQUESTED, NORMAL) && scheduler.idling.wantsSignals()) {
                request();
            }
        }
    }

    /** Owner: what {@link #stolen} is from now on. */
    final void record(Stolen innermost) {
        STOLEN.setRelease(this, innermost);
    }

    /** Owner: forks counted so far. */
    abstract long forks();

    /** Owner: after a task of another's, lets the others alone for a while if it took too short. */
    final void restUnless(long worthwhile, long taken) {
        long rest = Tuning.rest(worthwhile, taken);
        if (rest > 0) {
            restsUntil = System.nanoTime() + rest;
        }
    }

    /** Owner: whether it lets the other workers alone now. */
    final boolean rests() {
        if (restsUntil != 0 && restsUntil - System.nanoTime() <= 0) {
            restsUntil = 0;
        }
        return restsUntil != 0;
    }

    /** Owner: takes the next own task, in the pool's mode. */
    final Task nextLocal() {
        return scheduler.fifo ? poll() : pop();
    }

    /** What events call the owner. */
    final int number() {
        return Math.max(Events.NO_WORKER, index);
    }

    /** Whether the calling thread is the owner. */
    final boolean isOwnedByCurrentThread() {
        return owner == Thread.currentThread();
    }
}
