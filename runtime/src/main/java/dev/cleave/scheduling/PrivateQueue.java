package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;

/**
 * A private stack that only the owner touches, without fences, above a shared deque that thieves
 * steal from. Subclasses differ in how the owner answers whoever wants work: {@link #answer}.
 *
 * <p>The owner sees at its polls, through {@link WorkQueue#limit}, that somebody wants something.
 * An owner that does not poll for a while is not waited for: after a grace period the asker moves
 * the tasks to the shared deque itself, so that no task depends on its owner's cooperation.
 *
 * <p>The states of {@code limit}, and why the grace period suffices, are in PROTOCOL.md, section
 * Private.
 */
abstract class PrivateQueue extends TakeoverQueue {
    /** Private tasks held at most; the older half moves to the shared part when it fills. */
    static final int CAPACITY = NORMAL + 1;

    /** {@code limit}: an asker is about to take over; the owner may still answer. */
    static final int FORCE_PENDING = -1;

    /** {@code limit}: as {@link #REQUESTED}, but {@link #tryUnpush} is to answer too. */
    static final int ASKED = -5;

    /** So many private tasks are looked through as fast as one shared task is taken. */
    private static final int FEW = 16;

    private static final int SIZE_MASK = 0xffff;

    /** One fork more in the high 48 bits, one task more in the low 16. */
    private static final long PUSHED = (1L << 16) + 1;

    private static final VarHandle CURSOR;

    static {
        try {
            CURSOR = MethodHandles.lookup().findVarHandle(PrivateQueue.class, "cursor", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Forks so far (high 48 bits) and private tasks (low 16 bits); the owner's. */
    private long cursor;

    /**
     * Keeps what thieves read at every look ({@link #shared}) off the line written at every fork.
     */
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /**
     * Tasks handed over past the shared deque: how far places are ahead of that deque's numbers.
     * Grows only while nothing is shared. Volatile to be read whole; PROTOCOL.md, section
     * Receiver-initiated, says why it needs no order.
     */
    volatile long given;

    /** {@link #cursor} when the present force began; whoever set {@link #FORCE_PENDING} writes. */
    private long forceCursor;

    /** How many of the oldest private tasks are gone although {@link #cursor} counts them. */
    int forced;

    /**
     * The private tasks in places 1 to size; place 0 stays null, so that popping from an empty
     * stack finds no task there.
     */
    Task[] stack = new Task[CAPACITY + 1];

    /** Whether a collection has happened since {@link #stack} was made; see CollectionTicker. */
    private volatile boolean aged;

    final ChaseLevDeque shared = new ChaseLevDeque();

    PrivateQueue(Scheduler scheduler) {
        super(scheduler);
    }

    // ---- the owner's fast path ------------------------------------------------------------------

    @Override
    void push(Task task) {
        long c = cursor;
        int size = (int) c & SIZE_MASK;
        stack[size + 1] = task;
        // ORDER S1: opaque, then the read of limit. The compiler keeps the order; the
        // processor may delay the store, but not beyond the grace period that an asker waits (S3).
        // Test: SplitForceStress.
        CURSOR.setOpaque(this, c + PUSHED);
        if (size >= limit) {
            pushed();
        }
    }

    @Override
    boolean tryUnpush(Task task) {
        long c = cursor;
        int size = (int) c & SIZE_MASK;
        Task[] s = stack;
        if (s[size] != task) {
            return s[size] == null && unpushShared(task);
        }
        // ORDER S2: as S1. Test: SplitForceStress.
        CURSOR.setOpaque(this, c - 1);
        try {
            if (limit < 0) {
                return unpushed(task, size);
            }
        } catch (Throwable full) {
            cursor = c; // the task is still here, unless an asker took it: settle() will tell
            throw full;
        }
        return true; // the slot is cleared by forgetTaken: a store here costs a tenth of a fork
    }

    // ---- the owner's polls ----------------------------------------------------------------------

    /** Owner: after a push that found the stack full or somebody asking. */
    private void pushed() {
        int seen = enter();
        int size = privateSize();
        if (size >= NORMAL) {
            try {
                share(size / 2);
            } catch (RejectedExecutionException | OutOfMemoryError failure) {
                forgetNewest();
                leave(seen);
                throw failure;
            }
        }
        leave(seen);
    }

    /**
     * Owner, now and then: lets go of tasks taken back, which the slots above the newest still
     * name. They are at most {@link #CAPACITY}, next to each other, and the next forks overwrite
     * them.
     */
    private void forgetTaken() {
        Task[] s = stack;
        for (int i = privateSize() + 1; i < s.length && s[i] != null; i++) {
            s[i] = null;
        }
    }

    /** Owner, entered: goes on with a stack that is young. */
    private void renew() {
        try {
            stack = stack.clone();
            aged = false;
        } catch (OutOfMemoryError noRoom) {
            // The old one does as well, if slower.
        }
    }

    /** Any thread: has the owner renew its stack at its next poll. */
    final void aged() {
        aged = true;
        request();
    }

    @Override
    void open() {
        CollectionTicker.add(this);
    }

    @Override
    void close() {
        CollectionTicker.remove(this);
    }

    /** Owner: as if the latest push had not been, for want of room. */
    private void forgetNewest() {
        settle();
        stack[privateSize()] = null;
        cursor -= PUSHED;
    }

    /** Owner: after an unpush that found an asker at work: is the task still the owner's? */
    private boolean unpushed(Task task, int place) {
        int seen = enter();
        boolean still = stack[place] == task;
        stack[place] = null;
        try {
            leave(seen);
        } catch (RuntimeException | Error failure) {
            // The task is the caller's; see leave.
        }
        return still;
    }

    /** Owner: after an unpush that found the private part empty, or emptied by an asker. */
    private boolean unpushShared(Task task) {
        if (shared.isEmpty()) {
            return false;
        }
        int seen = enter();
        boolean taken = privateSize() == 0 && shared.tryUnpush(task);
        try {
            reclaim(taken);
            leave(seen);
        } catch (RuntimeException | Error failure) {
            // The task is the caller's; see leave.
        }
        return taken;
    }

    /**
     * Owner, entered: has come back to what it once shared, as it had forked too much, and will
     * want more: half of that is private again.
     */
    private void reclaim(boolean wants) {
        int most = wants ? Math.min(NORMAL / 2, shared.size() / 2) : 0;
        if (most > 0) {
            cursor += shared.takeNewest(stack, most);
        }
    }

    /**
     * Owner: keeps askers out of the private part until {@link #leave}.
     *
     * @return what {@code limit} was
     */
    final int enter() {
        // ORDER S4: pairs with the write of FORCED in finishForce: what the asker moved, and what
        // it did to the shared deque as if it were the owner, is visible. Test: SplitForceStress.
        int seen = seize();
        settle();
        return seen;
    }

    /**
     * Owner: ends what {@link #enter} began, answering whoever asked; wakes sleepers. An owner that
     * holds a task which is in no queue any more must not lose it by an error while others are
     * served, and catches that itself, without a call, for which there may be no stack. Whoever
     * asked asks again; an error that cut this off before its end leaves {@code limit} at {@link
     * #BUSY}, which the next poll repairs, or {@link #pop} when it finds nothing.
     */
    void leave(int seen) {
        counters.pollsAnswered++;
        forgetTaken();
        if (aged) {
            renew();
        }
        answer(seen);
        // ORDER S5: volatile, before the look at who sleeps; pairs with Idling.park, which
        // counts the sleeper before it asks. Either its request is not met by BUSY and stays, or
        // the sleeper is seen here. Test: RequestAgainstBlock.
        limit = NORMAL;
        if (scheduler.idling.wantsSignals() && !scheduler.workers.relyOnAnother()) {
            if (privateSize() > 0 || !shared.isEmpty()) {
                scheduler.idling.signalWork();
            }
            request();
        }
    }

    /**
     * Owner, entered: gives work to whoever asked. Here: an asker that is about to take over gets
     * the older half, as an owner that polls so rarely had better not be asked for every single
     * task.
     *
     * @param seen what {@code limit} was
     */
    void answer(int seen) {
        if (seen == FORCE_PENDING) {
            offer((privateSize() + 1) / 2);
        }
    }

    /**
     * Owner, entered: shares so many of the oldest tasks, if nothing is shared and it is possible.
     */
    final void offer(int count) {
        if (shared.isEmpty()) {
            try {
                share(Math.min(count, privateSize()));
            } catch (OutOfMemoryError noRoom) {
                settle();
            }
        }
    }

    /** Owner, entered: moves the oldest private tasks to the shared part. */
    private void share(int count) {
        moveOldest(count);
        settle();
        counters.promotions += count;
        if (count > 0) {
            Events.promoted(scheduler.name(), number(), count, null);
        }
    }

    /** Whoever has the private part to itself; what cannot be moved stays. */
    private void moveOldest(int count) {
        int moved = 0;
        try {
            while (moved < count) {
                shared.push(stack[moved + 1]);
                stack[++moved] = null;
            }
        } finally {
            forced = moved;
        }
    }

    /**
     * Owner, entered: drops from the private part what {@link #forced} says is gone. It calls
     * nothing, so that no StackOverflowError leaves it half done.
     */
    final void settle() {
        int gone = forced;
        if (gone > 0) {
            Task[] s = stack;
            int size = (int) cursor & SIZE_MASK;
            int left = Math.max(0, size - gone);
            for (int i = 1; i <= left; i++) {
                s[i] = s[i + gone];
            }
            for (int i = left + 1; i <= size; i++) {
                s[i] = null;
            }
            cursor = (cursor & ~SIZE_MASK) | left;
            forced = 0;
        }
    }

    /** Owner, entered: the oldest private task if it is the oldest of all, else null. */
    final Task oldestOfAll() {
        return privateSize() > 0 && shared.isEmpty() ? stack[1] : null;
    }

    /** Owner, entered: the place of {@link #oldestOfAll}. */
    final long oldestPlace() {
        return shared.position() + given;
    }

    final int privateSize() {
        return (int) cursor & SIZE_MASK;
    }

    // ---- the owner's other operations -----------------------------------------------------------

    @Override
    Task pop() {
        for (Task newest; (newest = stack[privateSize()]) != null; ) {
            if (tryUnpush(newest)) {
                return newest;
            }
        }
        if (shared.isEmpty()) {
            if (privateSize() > 0) { // what has been given away, before an error cut off leave
                leave(enter());
            }
            forgetTaken();
            return null;
        }
        int seen = enter();
        Task task = shared.pop();
        try {
            reclaim(task != null && privateSize() == 0);
            leave(seen);
        } catch (RuntimeException | Error failure) {
            // The task is the caller's; see leave.
        }
        return task;
    }

    /** {@inheritDoc} What is shared is older; the rest is shared together when that is gone. */
    @Override
    Task poll() {
        for (; ; ) {
            while (!shared.isEmpty()) {
                Task task = shared.steal(0);
                if (task != null) {
                    return task;
                }
            }
            int size = privateSize();
            if (size == 0) {
                return null;
            }
            Task oldest = stack[1];
            if (size > 1 || oldest == null) {
                try {
                    publish();
                } catch (RuntimeException | OutOfMemoryError failure) {
                    if (privateSize() > 0) {
                        throw failure; // no room
                    }
                    // Nobody could be woken: of no matter to who goes on by itself.
                }
            } else if (tryUnpush(oldest)) {
                return oldest;
            }
        }
    }

    @Override
    Task peek(boolean oldest) {
        Task newest = stack[privateSize()];
        if (oldest || newest == null) {
            Task fromShared = shared.peek(oldest);
            return fromShared != null ? fromShared : stack[Math.min(1, privateSize())];
        }
        return newest;
    }

    @Override
    boolean remove(Task task) {
        int seen = enter();
        try {
            if (privateSize() > FEW && oldestOfAll() == task) {
                offer(privateSize()); // the first of many that are joined in this order
            }
            return shared.removeOldest(task) || removePrivate(task) || shared.remove(task);
        } finally {
            try {
                leave(seen);
            } catch (RuntimeException | Error failure) {
                // The task is the caller's; see leave.
            }
        }
    }

    private boolean removePrivate(Task task) {
        Task[] s = stack;
        int size = privateSize();
        for (int i = size; i > 0; i--) {
            if (s[i] == task) {
                for (; i < size; i++) {
                    s[i] = s[i + 1];
                }
                s[size] = null;
                cursor--;
                return true;
            }
        }
        return false;
    }

    @Override
    void publish() {
        if (privateSize() > 0) {
            int seen = enter();
            share(privateSize());
            leave(seen);
        }
    }

    @Override
    void balance() {
        if (limit <= REQUESTED) {
            leave(enter());
        }
    }

    @Override
    long position() {
        if (limit < 0) {
            leave(enter());
        }
        return oldestPlace() + privateSize();
    }

    @Override
    long forks() {
        return cursor >>> 16;
    }

    // ---- any thread -----------------------------------------------------------------------------

    /**
     * {@inheritDoc} Its next unpush answers too: a worker that has forked and is joining what
     * nobody asked for in time may have more.
     */
    @Override
    void request() {
        if (limit == NORMAL && LIMIT.compareAndSet(this, NORMAL, ASKED)) {
            requested();
        }
    }

    /**
     * Takes the oldest shared task if its place is at least {@code position}, or null. Any thread.
     */
    final Task stealShared(long position) {
        return shared.steal(position - given);
    }

    @Override
    int size() {
        return shared.size() + hiddenSize();
    }

    /** The private tasks, as far as others can tell. */
    final int hiddenSize() {
        int seen = limit;
        return seen == FORCED || seen == FORCING ? 0 : cursorSize();
    }

    private int cursorSize() {
        return (int) (long) CURSOR.getOpaque(this) & SIZE_MASK;
    }

    /**
     * {@inheritDoc} The cursor serves as the status: it changes at every fork, so looking costs the
     * owner a cache line now and then, but a separate word would cost it a compare at every fork.
     */
    @Override
    boolean mayHaveWork() {
        return !shared.isEmpty() || hiddenSize() > 0;
    }

    @Override
    boolean hidesWork() {
        // ORDER S6: volatile, then the look at what is shared; pairs with the move, then FORCED, in
        // finishForce. What another asker is about to take, or moves, is there for the caller, too.
        // Test: LookAgainstForce.
        int seen = limit;
        return seen == FORCING || (seen == FORCE_PENDING || awaitsOwner(seen)) && cursorSize() > 0;
    }

    /** Whether nobody but the owner is doing anything to the private part. */
    private static boolean awaitsOwner(int seen) {
        return seen == NORMAL || seen == REQUESTED || seen == ASKED;
    }

    @Override
    int beginForce() {
        for (int seen; awaitsOwner(seen = limit); ) { // others may ask at the same moment
            if (LIMIT.compareAndSet(this, seen, FORCE_PENDING)) {
                forceCursor = (long) CURSOR.getOpaque(this);
                return 1;
            }
        }
        return 0;
    }

    @Override
    void finishForce(int begun) {
        // ORDER S3: at least GRACE_NANOS after beginForce: whatever the owner did before it could
        // see FORCE_PENDING is visible, and whatever it does since then sees it. Pairs with S1, S2.
        if (!LIMIT.compareAndSet(this, FORCE_PENDING, FORCING)) {
            return; // the owner answered
        }
        int next = REQUESTED; // also if an error cuts this off: the owner waits
        try {
            // A cursor that has moved since tells of a push or unpush in the last moments, which
            // may be visible in part (or of another asker's force, begun too late): such an owner
            // polls anyway.
            long c = (long) CURSOR.getAcquire(this);
            if (c == forceCursor) {
                next = FORCED;
                moveOldest((int) c & SIZE_MASK);
            }
        } finally {
            limit = next; // ORDER S4
        }
    }
}
