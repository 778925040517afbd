package dev.cleave.scheduling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;

/**
 * The dynamic circular deque of Chase and Lev (SPAA 2005), with the orderings of Lê et al. (PPoPP
 * 2013). One owner works at the bottom; any thread steals at the top. Rows D1 to D5 of PROTOCOL.md.
 *
 * <p>Places are absolute: the n-th task pushed at a given depth always has the same number, so that
 * marks taken by {@link #position} stay meaningful while the array grows.
 */
final class ChaseLevDeque {
    private static final int INITIAL_CAPACITY = 1 << 6;

    /** Tasks one worker can hold; two gigabytes of references lie just beyond. */
    private static final int MAXIMUM_CAPACITY = 1 << 28;

    private static final VarHandle TOP;
    private static final VarHandle BOTTOM;
    private static final VarHandle ARRAY;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Task[].class);

    /** What a slot is given that has no task any more: of the type that all its accesses have. */
    private static final Task NONE = null;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(ChaseLevDeque.class, "top", long.class);
            BOTTOM = lookup.findVarHandle(ChaseLevDeque.class, "bottom", long.class);
            ARRAY = lookup.findVarHandle(ChaseLevDeque.class, "array", Task[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The oldest task's place; only grows. */
    private volatile long top;

    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** One above the newest task's place; the owner's. */
    private long bottom;

    /** A value that {@link #top} had: as long as this leaves room, the owner need not read it. */
    private long topSeen;

    private Task[] array = new Task[INITIAL_CAPACITY];

    /**
     * Has the virtual machine link the accesses to the fields above, for which it needs stack and
     * heap once: where one of them is full, the task that is just being taken would be lost.
     */
    static void rehearse(Task task) {
        ChaseLevDeque deque = new ChaseLevDeque();
        deque.push(task);
        deque.tryUnpush(task);
        deque.push(task);
        deque.steal(0);
    }

    /** Owner. */
    void push(Task task) {
        long b = bottom;
        Task[] a = array;
        if (b - topSeen >= a.length - 1) {
            a = makeRoom();
        }
        a[(int) b & (a.length - 1)] = task;
        // ORDER D1: release; pairs with the acquire in steal. A thief that sees the new bottom sees
        // the task in its slot and the task's fields. Test: DequeStealStress.
        BOTTOM.setRelease(this, b + 1);
    }

    private Task[] makeRoom() {
        Task[] old = array;
        long t = topSeen = top;
        long b = bottom;
        if (b - t < old.length - 1) {
            return old;
        }
        if (old.length >= MAXIMUM_CAPACITY) {
            throw new RejectedExecutionException(
                    "a worker's queue holds "
                            + (b - t)
                            + " tasks, the limit: join some before forking more");
        }
        Task[] grown = new Task[old.length << 1];
        for (long i = t; i < b; i++) {
            grown[(int) i & (grown.length - 1)] =
                    (Task) SLOT.getAcquire(old, (int) i & (old.length - 1));
        }
        // ORDER D2: release; pairs with D4. A thief that sees the grown array sees its contents;
        // one that sees the old array finds every place that it can still win there, as the owner
        // never writes it again. Test: DequeGrowStress.
        ARRAY.setRelease(this, grown);
        return grown;
    }

    /** Owner: takes the newest task if it is this one. */
    boolean tryUnpush(Task task) {
        long b = bottom - 1;
        Task[] a = array;
        int slot = (int) b & (a.length - 1);
        if (a[slot] != task || task == null) {
            return false;
        }
        if (!claim(b)) {
            return false;
        }
        a[slot] = null; // no call, for which there may be no stack
        return true;
    }

    /** Owner: takes the newest task, or null. */
    Task pop() {
        for (; ; ) {
            long b = bottom - 1;
            if (top > b) {
                return null;
            }
            Task[] a = array;
            Task task = a[(int) b & (a.length - 1)];
            if (task == null) {
                Thread.onSpinWait(); // its thief has cleared the slot and not yet returned
            } else if (tryUnpush(task)) {
                return task;
            }
        }
    }

    /**
     * Owner: takes the newest place {@code b} from the thieves; restores the bottom if too late.
     */
    private boolean claim(long b) {
        BOTTOM.setOpaque(this, b);
        boolean won = false;
        try {
            // ORDER D3: full fence; pairs with the one in steal (D5). Without it owner and thief
            // can both miss the other's step and take the same last task. Test:
            // DequeLastElementStress.
            VarHandle.fullFence();
            long t = top;
            if (t < b) {
                return true;
            }
            won = t == b && TOP.compareAndSet(this, t, t + 1);
        } catch (Throwable full) {
            bottom = b + 1; // no call, for which there may be no stack
            throw full;
        }
        BOTTOM.setOpaque(this, b + 1);
        return won;
    }

    /**
     * Owner: takes the newest tasks. It calls nothing once they are taken.
     *
     * @param to gets them from place 1 on, the oldest first
     * @param most how many at most
     * @return how many; 0 also if thieves are near
     */
    int takeNewest(Task[] to, int most) {
        long end = bottom;
        long from = end - most;
        Task[] a = array;
        boolean won;
        try {
            // All are withdrawn at once, as pop withdraws one (D3).
            BOTTOM.setOpaque(this, from);
            VarHandle.fullFence();
            won = top < from;
        } catch (Throwable full) {
            bottom = end;
            throw full;
        }
        if (!won) {
            bottom = end;
            return 0;
        }
        for (int i = 0; i < most; i++) {
            int slot = (int) (from + i) & (a.length - 1);
            to[i + 1] = a[slot];
            a[slot] = null;
        }
        return most;
    }

    /** Owner: takes the task if it is the oldest. */
    boolean removeOldest(Task task) {
        long t = top;
        Task[] a = array;
        int slot = (int) t & (a.length - 1);
        if (t >= bottom || a[slot] != task || !TOP.compareAndSet(this, t, t + 1)) {
            return false;
        }
        a[slot] = null; // as in tryUnpush
        return true;
    }

    /** Owner: takes the task from wherever it is. */
    boolean remove(Task task) {
        Task[] a = array;
        int mask = a.length - 1;
        long end = bottom;
        for (long i = end - 1; i >= top; i--) {
            if (a[(int) i & mask] != task) {
                continue;
            }
            StackRoom.requireToWake(); // what is withdrawn must be put back
            // All from place i up are withdrawn at once, as pop withdraws one (D3), then put back.
            BOTTOM.setOpaque(this, i);
            VarHandle.fullFence();
            long t = top;
            if (t < i) {
                for (long j = i + 1; j < end; j++) {
                    SLOT.setOpaque(a, (int) (j - 1) & mask, a[(int) j & mask]);
                }
                SLOT.setOpaque(a, (int) (end - 1) & mask, NONE);
                BOTTOM.setRelease(this, end - 1);
                return true;
            }
            boolean won = t == i && TOP.compareAndSet(this, t, t + 1);
            if (won) {
                SLOT.setOpaque(a, (int) i & mask, NONE);
            }
            BOTTOM.setRelease(this, end);
            return won;
        }
        return false;
    }

    /**
     * Takes the oldest task if its place is at least {@code position}. Any thread.
     *
     * @return null if there is none, or another thread was faster
     */
    Task steal(long position) {
        long t = top;
        if (t < position) {
            return null;
        }
        // ORDER D5: full fence; pairs with D3.
        VarHandle.fullFence();
        if (t >= (long) BOTTOM.getAcquire(this)) {
            return null;
        }
        // ORDER D4: acquire, after bottom; pairs with D2.
        Task[] a = (Task[]) ARRAY.getAcquire(this);
        int slot = (int) t & (a.length - 1);
        Task task = (Task) SLOT.getAcquire(a, slot);
        if (task == null || !TOP.compareAndSet(this, t, t + 1)) {
            return null;
        }
        try {
            // Not a plain store: the owner may have put a newer task into the same slot.
            SLOT.compareAndSet(a, slot, task, NONE);
        } catch (StackOverflowError full) {
            // The slot names the task until it is filled again.
        }
        return task;
    }

    /** Owner: takes the oldest task, or null. */
    Task poll() {
        for (long t; (t = top) < bottom; ) {
            Task[] a = array;
            int slot = (int) t & (a.length - 1);
            Task task = a[slot];
            // As in steal, but the owner needs no fence to see its own bottom and array. Whoever
            // has the place clears the slot, unless the owner has filled it again.
            if (TOP.compareAndSet(this, t, t + 1)) {
                a[slot] = null; // as in tryUnpush
                return task;
            }
        }
        return null;
    }

    /** The newest task (or the oldest), left where it is. Exact only for the owner's newest. */
    Task peek(boolean oldest) {
        long t = top;
        long b = (long) BOTTOM.getAcquire(this);
        if (t >= b) {
            return null;
        }
        Task[] a = (Task[]) ARRAY.getAcquire(this);
        return (Task) SLOT.getAcquire(a, (int) (oldest ? t : b - 1) & (a.length - 1));
    }

    /** The place that the next task pushed will have. */
    long position() {
        return (long) BOTTOM.getOpaque(this);
    }

    boolean isEmpty() {
        return top >= (long) BOTTOM.getAcquire(this);
    }

    int size() {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, position() - top));
    }
}
