package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A queue whose tasks do not exist until somebody wants one: its owner notes pending calls on a
 * stack of its own, and the oldest becomes a task when an idle worker asks. Whatever thread runs
 * woven code has one: a worker, beside its queue of forked tasks, or a <em>guest</em>, a thread of
 * the program's that works itself while idle workers of the common pool steal from it.
 *
 * <p>An owner that neither forks nor touches for a while is not waited for: after a grace period
 * the asker makes tasks of what is pending itself. The states of {@code limit}, and who may do what
 * in which, are in PROTOCOL.md, section Pending calls.
 */
public abstract class PromotingQueue extends TakeoverQueue {
    /**
     * {@code limit}, from here down: an asker is about to take over. Each has a value of its own,
     * so that one that comes late does not end what another has just begun.
     */
    private static final int FORCE_PENDING = -16;

    private static final int FORCE_NUMBERS = (1 << 24) - 1;

    private static final VarHandle IN_CALL;

    static {
        try {
            IN_CALL =
                    MethodHandles.lookup()
                            .findVarHandle(PromotingQueue.class, "inCall", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** 64 ms: to look at the stack of an owner that initialises a class may take a millisecond. */
    private static final long LONGEST_REFUSAL = 64 * Tuning.GRACE_NANOS;

    private final ChaseLevDeque shared = new ChaseLevDeque();
    private final AtomicInteger forces = new AtomicInteger();

    /** As {@link #scheduler}, which is only read where this has been, or who has asked is known. */
    private volatile Scheduler followed;

    /** The queue of the same worker's forked tasks; null for a guest. */
    private WorkQueue forked;

    /** Whether a call is under way that may have pending calls. */
    private volatile boolean inCall;

    /**
     * Whether a worker waits in vain for the owner; that looks often, and for C1 a long is dear.
     */
    private volatile boolean urged;

    /** When it has begun to. */
    private volatile long urgedAt;

    private final QuietTime quiet = new QuietTime();

    /**
     * What could not be promoted by an asker is not tried again before this instant, as the owner
     * seemed to initialise a class, and may go on to do so. Whoever is {@link #FORCING} writes.
     */
    private volatile long refusedUntil = System.nanoTime();

    /** For how long the last time, if it could not be; the same writes. */
    volatile long refusal;

    /** Whether this guest counts as one of those that compute; {@link Workers} writes. */
    volatile boolean admitted;

    /**
     * Creates an empty queue.
     *
     * @param scheduler of the pool whose workers may steal; null for a guest's that is to {@link
     *     #follow} a pool that is not there yet
     */
    protected PromotingQueue(Scheduler scheduler) {
        super(scheduler);
        followed = scheduler;
    }

    // ---- whose it is ----

    /**
     * The calling worker's queue of pending calls.
     *
     * @return the queue; null if it has none yet, or the caller is no worker
     */
    protected static PromotingQueue ofWorker() {
        return Thread.currentThread() instanceof WorkerThread w ? w.queue.calls : null;
    }

    /**
     * The scheduler of the calling worker.
     *
     * @return the scheduler; null if the caller is no worker
     */
    protected static Scheduler schedulerOfWorker() {
        return Thread.currentThread() instanceof WorkerThread w ? w.queue.scheduler : null;
    }

    /** Makes this the calling worker's; whatever it has obtained may lead to calls noted here. */
    protected final void openForWorker() {
        WorkQueue queue = ((WorkerThread) Thread.currentThread()).queue;
        forked = queue;
        owner = queue.owner;
        id = queue.id;
        index = queue.index;
        stolen = fromTheStart(queue.stolen);
        scheduler.workers.addCalls(this);
        queue.calls = this;
    }

    private static Stolen fromTheStart(Stolen s) {
        return s == null ? null : new Stolen(s.task(), 0, fromTheStart(s.outer()));
    }

    /** Makes this a guest's. */
    protected final void openForGuest() {
        index = GUEST;
        if (scheduler != null) {
            scheduler.workers.addCalls(this);
        } else {
            limit = NORMAL; // nobody asks
        }
    }

    /**
     * Any thread, once, for a guest that may have begun without a pool: from now on there is one.
     *
     * @param pool the scheduler of the workers that may steal
     */
    protected final void follow(Scheduler pool) {
        scheduler = pool;
        // ORDER P9: volatile, before anybody can ask, and before the look for a call; pairs with
        // begin and leave. Test: FollowStress.
        followed = pool;
        pool.workers.addCalls(this);
        if (inCall) { // on one processor, too, parts may wait for each other
            pool.idling.wakeWatch();
        }
    }

    /**
     * A guest's that has no call under way, and will have none any more: nobody need look here.
     *
     * @return false if it follows no pool yet, and will
     */
    protected final boolean unfollow() {
        Scheduler known = followed;
        if (known != null) {
            known.workers.removeCalls(this);
        }
        return known != null;
    }

    /**
     * The worker whose queue it is.
     *
     * @return the worker; null if it is a guest's
     */
    protected final Thread worker() {
        return owner;
    }

    final boolean isGuest() {
        return forked == null;
    }

    /**
     * Whether anybody could steal.
     *
     * @return whether the pool has more than one processor, as far as is known
     */
    protected final boolean hasCompany() {
        Scheduler known = followed;
        return known == null || known.parallelism() > 1;
    }

    // ---- what a subclass provides ----

    /**
     * Makes tasks of the oldest pending calls and hands them to {@link #share}. Called by the owner
     * after {@link #enter}, or by an asker that keeps the owner out.
     *
     * @param most how many at most
     */
    protected abstract void promote(int most);

    /**
     * Owner: whether another thread could make its pending calls.
     *
     * @return false while the owner initialises a class, which others that use it would wait for
     */
    protected abstract boolean mayPromote();

    /**
     * The same, asked by another thread that keeps the owner from going on past its next poll.
     *
     * @return whether it may
     */
    protected abstract boolean mayPromoteOf();

    /**
     * Whether there are pending calls. Any thread; a guess.
     *
     * @return whether there seem to be
     */
    protected abstract boolean hidesCalls();

    /**
     * What the owner's thread does. Any thread.
     *
     * @return its state; {@link Thread.State#NEW} if no thread owns it
     */
    protected abstract Thread.State ownerState();

    /** Makes the owner's next touch come to {@link #enter}. Any thread. */
    protected abstract void alert();

    /** Owner, entered: brings up to date what {@link #alert} changed. */
    protected abstract void settle();

    // ---- the owner's polls ----

    /**
     * Owner: the poll.
     *
     * @return whether somebody wants something
     */
    protected final boolean isAsked() {
        return limit <= 0;
    }

    /**
     * Owner: whether somebody wants something, and would be answered.
     *
     * @return whether the next fork is likely to be taken
     */
    protected final boolean isAnsweringAsker() {
        return isAsked() && !quiet.lasts();
    }

    /**
     * Owner: as {@link #isAnsweringAsker}, for short calls that do not fork. It does not look at
     * the clock, which would take a tenth of a call of a microsecond: a call is young until a fork
     * or touch has found that it is not.
     *
     * @return whether somebody wants something, and the call is not young
     */
    protected final boolean isAskedInEarnest() {
        return isAsked() && !quiet.isOn();
    }

    /**
     * Owner: whether there is no more to what somebody wants than a request, and it stays
     * unanswered for now: what {@link #enter} and {@link #leave} would find, for a tenth of what
     * they take.
     *
     * @return whether to go on
     */
    protected final boolean isResting() {
        return limit == REQUESTED && quiet.lasts();
    }

    /**
     * Owner: keeps askers out until {@link #leave}.
     *
     * @return whether somebody has asked
     */
    protected final boolean enter() {
        // ORDER P3: pairs with the write of FORCED in finishForce: the tasks that the asker made,
        // and what it did to the shared deque in the owner's stead, are visible.
        return seize() != NORMAL;
    }

    /**
     * Owner: ends what {@link #enter} began, and answers.
     *
     * @param asked what that returned
     * @return whether it has nothing to give, and had nothing; until it forks that will not change
     */
    protected final boolean leave(boolean asked) {
        boolean isEmptyHanded = false;
        if (asked) {
            if (quiet.lasts()) {
                settle();
                limit = REQUESTED;
                return false;
            }
            quiet.end();
            isEmptyHanded = !answer();
        }
        settle();
        // ORDER P4: volatile, before the look at who sleeps; pairs with Idling.park, which
        // counts the sleeper before it asks: met by BUSY, its request is lost, and is made again
        // here. Test: AnswerAgainstPark, LeaveAgainstPark.
        limit = NORMAL;
        Scheduler known = followed; // ORDER P9
        if (known != null && known.idling.wantsSignals() && !known.workers.relyOnAnother()) {
            wake();
            request();
        }
        return isEmptyHanded;
    }

    /** Whether there was something to give. */
    private boolean answer() {
        counters.pollsAnswered++;
        if (isGuest() && !admitted) {
            scheduler.blocking.admit(this);
        }
        boolean gives = !shared.isEmpty() || promoteOwn(1);
        Events.answered(scheduler.name(), number(), Events.ANYBODY, !shared.isEmpty());
        return gives;
    }

    /** Owner, entered; whether there is a task more. */
    private boolean promoteOwn(int most) {
        long before = counters.promotions;
        try {
            if (mayPromote()) {
                promote(most);
            }
        } catch (OutOfMemoryError | RejectedExecutionException noRoom) {
            // The calls stay pending, and their owner will make them.
        }
        return counters.promotions != before;
    }

    /** A call is made, and ends, whether or not somebody could be woken. */
    private void wake() {
        if (!shared.isEmpty()) {
            scheduler.idling.trySignalWork();
        }
    }

    /**
     * Whoever promotes: makes a task available to others.
     *
     * @param call the task, which somebody else may run before this returns
     */
    protected final void share(Task call) {
        shared.push(call);
        counters.promotions++;
        Events.promoted(scheduler.name(), number(), 1, call);
    }

    /**
     * The place that the next shared task will have.
     *
     * @return the place; places grow towards the newest
     */
    protected final long nextPlace() {
        return shared.position();
    }

    /**
     * Owner, entered: takes a shared task back if it is the newest.
     *
     * @param call the task
     */
    protected final void unshare(Task call) {
        shared.tryUnpush(call);
    }

    /**
     * Owner: requests stay unanswered for a while.
     *
     * @param nanos for how long
     */
    protected final void rest(long nanos) {
        quiet.begin(nanos);
    }

    // ---- calls from outside woven code ----

    /**
     * Owner: a call begins that may have pending calls, and none is under way.
     *
     * @param patience nanoseconds for which requests stay unanswered, from the first that it sees:
     *     to look at the clock now would be a third of what a call costs to which none comes
     */
    protected final void begin(long patience) {
        quiet.beginAtFirstLook(patience);
        // ORDER P5: volatile, then the look at the watch; pairs with Watch.keeps. Either this
        // wakes the watch, or the watch sees the call.
        inCall = true;
        Scheduler known = followed; // ORDER P9
        if (known != null) {
            known.idling.wakeWatch();
        }
    }

    /** Owner: that call has ended. */
    protected final void end() {
        IN_CALL.setRelease(this, false); // who sees it late looks once more for nothing
        if (!shared.isEmpty()) {
            // Only what its owner has claimed meanwhile.
            boolean asked = enter();
            while (shared.pop() != null) {
                // its owner has it
            }
            leave(asked);
        }
        if (admitted) {
            scheduler.workers.dismiss(this);
            if (!scheduler.submissions.isEmpty()) {
                scheduler.idling.trySignalWork();
            }
        }
    }

    /** Whether a call is under way. Any thread. */
    final boolean inCall() {
        return inCall;
    }

    /**
     * Parked worker: a guest that waits, in whatever way, does not count as one of those that
     * compute. Nor does one whose thread has ended within a call, on a stack too full to say so.
     */
    final void dismissUnlessRunning() {
        Thread.State state = ownerState();
        if (state != Thread.State.RUNNABLE) {
            scheduler.workers.dismiss(this);
        }
        if (state == Thread.State.TERMINATED) {
            inCall = false;
        }
    }

    /** {@inheritDoc} The owner, too, if the worker still waits. */
    @Override
    protected final void urge() {
        if (inCall && !urged) {
            urgedAt = System.nanoTime();
            urged = true;
        }
    }

    /**
     * Owner: whether some worker has found nothing here although a call is under way.
     *
     * @return whether it has
     */
    protected final boolean isUrged() {
        return urged;
    }

    /**
     * Owner: forgets that.
     *
     * @return nanoseconds since the worker found nothing; 0 if none has
     */
    protected final long clearUrge() {
        if (!urged) {
            return 0;
        }
        urged = false;
        return System.nanoTime() - urgedAt;
    }

    /**
     * Owner: waits for a shared task that somebody else runs: runs what it has shared since, then
     * helps with descendants of the task, then blocks. Whatever may be wrong with the pool or the
     * stack, it does not return before the task's end, as code may follow that disturbs the task.
     *
     * @param call the task, claimed by somebody else
     * @param place what {@link #nextPlace} was when it was shared
     */
    protected final void awaitShared(Task call, long place) {
        try {
            publish();
            while (!call.done()) {
                boolean asked = enter();
                Task newer = shared.position() - 1 > place ? shared.pop() : null;
                leave(asked);
                if (newer == null) {
                    break;
                }
                newer.run(id);
            }
            if (!call.done()) {
                scheduler.awaitBegun(isGuest() ? this : forked, call);
            }
        } catch (RuntimeException | Error noReplacement) { // the factory's own, perhaps
            Tasks.awaitAlone(call);
        }
    }

    // ---- the owner's other operations ----

    @Override
    void push(Task task) {
        boolean asked = enter();
        try {
            shared.push(task);
        } finally {
            leave(asked);
        }
    }

    @Override
    boolean tryUnpush(Task task) {
        boolean asked = enter();
        boolean taken = shared.tryUnpush(task);
        leave(asked);
        return taken;
    }

    @Override
    Task pop() {
        boolean asked = enter();
        Task task = shared.pop();
        leave(asked);
        return task;
    }

    @Override
    Task poll() {
        return shared.steal(0);
    }

    @Override
    Task peek(boolean oldest) {
        return shared.peek(oldest);
    }

    @Override
    boolean remove(Task task) {
        boolean asked = enter();
        boolean found = shared.remove(task);
        leave(asked);
        return found;
    }

    @Override
    void publish() {
        if (hidesCalls()) {
            boolean asked = enter();
            promoteOwn(Integer.MAX_VALUE);
            leave(asked);
            if (scheduler.idling.wantsSignals()) {
                wake();
            }
        }
    }

    /** {@inheritDoc} What is pending now gets lower places. */
    @Override
    long position() {
        publish();
        return shared.position();
    }

    @Override
    void balance() {
        if (isAsked()) {
            leave(enter());
        }
    }

    @Override
    long forks() {
        return counters.promotions;
    }

    // ---- any thread ----

    @Override
    Task steal(WorkQueue thief, long position) {
        Task task = shared.steal(position);
        if (shared.isEmpty()) {
            request();
        }
        return task;
    }

    @Override
    int size() {
        return shared.size();
    }

    @Override
    boolean mayHaveWork() {
        return !shared.isEmpty();
    }

    @Override
    boolean hidesWork() {
        int seen = limit;
        return inCall
                && (seen == NORMAL || seen == REQUESTED)
                && System.nanoTime() - refusedUntil >= 0
                && hidesCalls();
    }

    @Override
    int beginForce() {
        int seen = limit;
        int mine = FORCE_PENDING - (forces.incrementAndGet() & FORCE_NUMBERS);
        if ((seen != NORMAL && seen != REQUESTED) || !LIMIT.compareAndSet(this, seen, mine)) {
            return 0;
        }
        alert();
        return mine;
    }

    @Override
    void finishForce(int begun) {
        // ORDER P6: at least GRACE_NANOS after beginForce: whatever the owner did before it could
        // see the alert is visible, and whatever it does since then comes to enter.
        if (!LIMIT.compareAndSet(this, begun, FORCING)) {
            return; // the owner answered
        }
        boolean done = false;
        try {
            if (mayPromoteOf()) {
                promote(Integer.MAX_VALUE);
                done = true;
            }
        } catch (OutOfMemoryError | RejectedExecutionException noRoom) {
            // The rest stays the owner's, for now.
        } finally {
            refusal =
                    done ? 0 : Math.min(Math.max(2 * refusal, Tuning.GRACE_NANOS), LONGEST_REFUSAL);
            refusedUntil = System.nanoTime() + refusal;
            limit = done ? FORCED : REQUESTED; // ORDER P3
        }
    }
}
