package dev.cleave.scheduling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * {@code SPLIT}: a private stack that only the owner touches, without fences, above a shared deque
 * that thieves steal from. An idle worker asks through {@link WorkQueue#limit}; the owner answers at
 * its next push by moving its oldest private task to the shared part (van Dijk and van de Pol, Lace,
 * 2014). An owner that does not push for a while is not waited for: after a grace period the asker
 * moves the tasks itself, so that no task depends on its owner's cooperation.
 *
 * <p>The protocol, with the states of {@code limit} and why the grace period suffices, is in
 * PROTOCOL.md, section Split.
 */
final class SplitQueue extends PaddedWorkQueue {
    /** Private tasks held at most; the older half moves to the shared part when it fills. */
    static final int CAPACITY = NORMAL + 1;

    /** {@code limit}: an asker is about to take over; the owner may still answer. */
    private static final int FORCE_PENDING = -1;

    /** {@code limit}: an asker is moving the private tasks; the owner waits. */
    private static final int FORCING = -2;

    /** {@code limit}: the asker is done and the owner does not know it yet. */
    private static final int FORCED = -3;

    /** {@code limit}: the owner is rearranging its tasks; askers keep out. */
    private static final int BUSY = -4;

    private static final int SIZE_MASK = 0xffff;

    /** One fork more in the high 48 bits, one task more in the low 16. */
    private static final long PUSHED = (1L << 16) + 1;

    private static final VarHandle CURSOR;

    static {
        try {
            CURSOR =
                    MethodHandles.lookup()
                            .findVarHandle(SplitQueue.class, "cursor", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The private tasks in places 1 to size; place 0 stays null, so that popping from an empty stack
     * finds no task there.
     */
    private final Task[] stack = new Task[CAPACITY + 1];

    /** Forks so far (high 48 bits) and private tasks (low 16 bits); the owner's. */
    private long cursor;

    /** How many an asker took; written before {@link #FORCED}, read after it. */
    private int forced;

    private final ChaseLevDeque shared = new ChaseLevDeque();

    SplitQueue(Scheduler scheduler) {
        super(scheduler);
    }

    @Override
    void push(Task task) {
        long c = cursor;
        int size = (int) c & SIZE_MASK;
        stack[size + 1] = task;
        // ORDER S1: opaque, then the opaque read of limit. The compiler keeps the order; the processor
        // may delay the store, but not beyond the grace period that an asker waits (S3).
        // Test: SplitForceStress.
        CURSOR.setOpaque(this, c + PUSHED);
        if (size >= (int) LIMIT.getOpaque(this)) {
            pushed();
        }
    }

    @Override
    boolean tryUnpush(Task task) {
        long c = cursor;
        int size = (int) c & SIZE_MASK;
        Task[] s = stack;
        if (s[size] != task) {
            return false;
        }
        // ORDER S2: as S1. Test: SplitForceStress.
        CURSOR.setOpaque(this, c - 1);
        if ((int) LIMIT.getOpaque(this) < 0) {
            return unpushed(task, size);
        }
        s[size] = null;
        return true;
    }

    /** Owner: after a push that found the stack full or somebody asking. */
    private void pushed() {
        enter();
        int size = privateSize();
        if (size >= NORMAL) {
            share(size / 2);
        } else if (size > 0 && shared.isEmpty()) {
            share(1);
        }
        leave();
    }

    /** Owner: after an unpush that found an asker at work: is the task still the owner's? */
    private boolean unpushed(Task task, int place) {
        enter();
        boolean still = stack[place] == task;
        stack[place] = null;
        leave();
        return still;
    }

    /** Owner: keeps askers out of the private part until {@link #leave}. */
    private void enter() {
        for (; ; ) {
            int seen = limit;
            if (seen == FORCING) {
                Thread.onSpinWait();
            } else if (LIMIT.compareAndSet(this, seen, BUSY)) {
                if (seen == FORCED) {
                    settle();
                }
                return;
            }
        }
    }

    /** Owner: ends what {@link #enter} began, having answered whoever asked. */
    private void leave() {
        counters.pollsAnswered++;
        limit = NORMAL;
        if (!shared.isEmpty()) {
            scheduler.signalWork();
            if (scheduler.wantsSignals()) {
                request();
            }
        }
    }

    /** Owner: drops from the private part what an asker moved to the shared one. */
    private void settle() {
        int size = privateSize();
        int left = Math.max(0, size - forced);
        if (left > 0) {
            System.arraycopy(stack, forced + 1, stack, 1, left);
            java.util.Arrays.fill(stack, left + 1, size + 1, null);
        }
        setPrivateSize(left);
    }

    /** Owner, entered: moves the oldest private tasks to the shared part. */
    private void share(int count) {
        int size = privateSize();
        for (int i = 1; i <= count; i++) {
            shared.push(stack[i]);
        }
        System.arraycopy(stack, count + 1, stack, 1, size - count);
        java.util.Arrays.fill(stack, size - count + 1, size + 1, null);
        setPrivateSize(size - count);
        counters.promotions += count;
    }

    private int privateSize() {
        return (int) cursor & SIZE_MASK;
    }

    private void setPrivateSize(int size) {
        CURSOR.setOpaque(this, (cursor & ~SIZE_MASK) | size);
    }

    @Override
    Task pop() {
        for (Task newest; (newest = stack[privateSize()]) != null; ) {
            if (tryUnpush(newest)) {
                return newest;
            }
        }
        if (shared.isEmpty()) {
            return null;
        }
        enter();
        Task task = shared.pop();
        leave();
        return task;
    }

    @Override
    Task poll() {
        if (privateSize() > 0) {
            publish();
        }
        while (!shared.isEmpty()) {
            Task task = shared.steal(0);
            if (task != null) {
                return task;
            }
        }
        return null;
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
        enter();
        try {
            int size = privateSize();
            for (int i = size; i > 0; i--) {
                if (stack[i] == task) {
                    System.arraycopy(stack, i + 1, stack, i, size - i);
                    stack[size] = null;
                    setPrivateSize(size - 1);
                    return true;
                }
            }
            return shared.remove(task);
        } finally {
            leave();
        }
    }

    @Override
    void publish() {
        if (privateSize() > 0) {
            enter();
            int size = privateSize();
            if (size > 0) {
                share(size);
            }
            leave();
        }
    }

    @Override
    void balance() {
        if (limit <= REQUESTED) {
            pushed();
        }
    }

    @Override
    long position() {
        if (limit == FORCED) {
            enter();
            leave();
        }
        return shared.position() + privateSize();
    }

    @Override
    Task steal(WorkQueue thief, long position) {
        Task task = shared.steal(position);
        if (task == null) {
            request();
        }
        return task;
    }

    @Override
    int size() {
        int seen = limit;
        int hidden = seen == FORCED || seen == FORCING ? 0 : hiddenSize();
        return shared.size() + hidden;
    }

    private int hiddenSize() {
        return (int) (long) CURSOR.getOpaque(this) & SIZE_MASK;
    }

    @Override
    boolean mayHaveWork() {
        return !shared.isEmpty() || limit == NORMAL && hiddenSize() > 0;
    }

    @Override
    boolean hidesWork() {
        int seen = limit;
        return (seen == NORMAL || seen == REQUESTED) && hiddenSize() > 0;
    }

    @Override
    boolean beginForce() {
        int seen = limit;
        return (seen == NORMAL || seen == REQUESTED)
                && LIMIT.compareAndSet(this, seen, FORCE_PENDING);
    }

    @Override
    void finishForce() {
        // ORDER S3: at least GRACE_NANOS after beginForce: whatever the owner did before it could see
        // FORCE_PENDING is visible, and whatever it does since then sees it. Pairs with S1, S2.
        if (!LIMIT.compareAndSet(this, FORCE_PENDING, FORCING)) {
            return; // the owner answered
        }
        int count = 0;
        try {
            int size = (int) (long) CURSOR.getAcquire(this) & SIZE_MASK;
            while (count < size) {
                shared.push(stack[count + 1]);
                stack[++count] = null;
            }
        } finally {
            forced = count;
            limit = FORCED;
        }
    }

    @Override
    long forks() {
        return cursor >>> 16;
    }
}
