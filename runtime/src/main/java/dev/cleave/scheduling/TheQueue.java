package dev.cleave.scheduling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;

/**
 * {@code THE}: an array with two indices, after Cilk-5 and FJTask (Lea, 2000, section 3.1). Thieves
 * exclude one another by a lock. The owner and the one thief inside exclude each other by each
 * moving its own index before reading the other's (Dekker): only if these say that the queue may
 * have become empty does the owner come to the lock, and the thief back off. Rows H1 to H4 of
 * PROTOCOL.md.
 *
 * <p>Whatever moves an index or a task calls no other method meanwhile: a stack that overflows does
 * so on entering it, or at the lock in {@link #claim}, and no task is lost.
 */
final class TheQueue extends PaddedWorkQueue {
    private static final int INITIAL_CAPACITY = 1 << 6;

    /** Tasks one worker can hold; two gigabytes of references lie just beyond. */
    private static final int MAXIMUM_CAPACITY = 1 << 28;

    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(TheQueue.class, "top", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The oldest task's place; moved under the lock. Grows, but for a thief's backing off: it may
     * be seen too high by one for as long as a thief is inside.
     */
    private volatile long base;

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /** One above the newest task's place; the owner's. */
    private volatile long top;

    /** A value that {@link #base} had: as long as this leaves room, the owner need not read it. */
    private long baseSeen;

    private long forks;

    /**
     * The task of place p at index p modulo the length, a power of two; null where there is none.
     * The owner replaces it under the lock. One slot stays free, so that no push reaches the slot
     * that a thief inside is about to read.
     */
    private Task[] array = new Task[INITIAL_CAPACITY];

    private final Object lock = new Object();

    TheQueue(Scheduler scheduler) {
        super(scheduler);
    }

    @Override
    void push(Task task) {
        long t = top;
        Task[] a = array;
        if (t - baseSeen >= a.length - 1) {
            a = makeRoom(t);
        }
        a[(int) t & (a.length - 1)] = task;
        // ORDER H1: release; pairs with H4. A thief that sees the new top sees the task in its slot
        // and the task's fields. Test: DequeStealStress.
        TOP.setRelease(this, t + 1);
        forks++;
        if (limit != NORMAL) {
            wakeOthers();
        }
    }

    private Task[] makeRoom(long t) {
        // ORDER H2: under the lock; pairs with the lock in steal. No thief is inside with the old
        // array when the new one replaces it. Test: DequeGrowStress.
        synchronized (lock) {
            Task[] old = array;
            long b = baseSeen = base;
            if (t - b < old.length - 1) {
                return old;
            }
            if (old.length >= MAXIMUM_CAPACITY) {
                throw new RejectedExecutionException(
                        "a worker's queue holds "
                                + (t - b)
                                + " tasks, the limit: join some before forking more");
            }
            Task[] grown = new Task[old.length << 1];
            for (long i = b; i < t; i++) {
                grown[(int) i & (grown.length - 1)] = old[(int) i & (old.length - 1)];
            }
            array = grown;
            return grown;
        }
    }

    @Override
    boolean tryUnpush(Task task) {
        long t = top - 1;
        Task[] a = array;
        int slot = (int) t & (a.length - 1);
        if (a[slot] != task || !claim(t)) {
            return false;
        }
        a[slot] = null;
        return true;
    }

    @Override
    Task pop() {
        long t = top - 1;
        // Seen too high, base makes no difference here: a thief that is inside and finds the top
        // unmoved does not back off.
        if (base > t || !claim(t)) {
            return null;
        }
        Task[] a = array;
        int slot = (int) t & (a.length - 1);
        Task task = a[slot];
        a[slot] = null;
        return task;
    }

    /** Owner: takes the newest place {@code t} from the thieves; restores the top if too late. */
    private boolean claim(long t) {
        // ORDER H3: volatile write, then volatile read; pairs with H4, the same the other way
        // round. Otherwise owner and thief can both miss the other's step and take the same last
        // task. Test: DequeLastElementStress.
        top = t;
        if (base <= t) {
            return true;
        }
        try {
            synchronized (lock) {
                if (base <= t) {
                    return true; // the thief that was inside has backed off
                }
                top = t + 1;
                return false;
            }
        } catch (StackOverflowError full) {
            top = t + 1; // an interpreted frame grows by the lock's record
            throw full;
        }
    }

    @Override
    Task poll() {
        return steal(this, 0);
    }

    @Override
    Task steal(WorkQueue thief, long position) {
        long seen = base;
        if (seen < position || seen >= top) {
            return null;
        }
        synchronized (lock) {
            long b = base;
            if (b < position) {
                return null;
            }
            // ORDER H4: volatile write, then volatile read; pairs with H3, and with H1.
            // Test: DequeLastElementStress, DequeStealStress.
            base = b + 1;
            if (b >= top) {
                base = b;
                return null;
            }
            Task[] a = array;
            int slot = (int) b & (a.length - 1);
            Task task = a[slot];
            a[slot] = null;
            return task;
        }
    }

    @Override
    Task peek(boolean oldest) {
        if (!mayHaveWork()) {
            return null; // joiners come here again and again, and would keep thieves waiting
        }
        synchronized (lock) {
            long b = base;
            long t = top;
            return b >= t ? null : array[(int) (oldest ? b : t - 1) & (array.length - 1)];
        }
    }

    @Override
    boolean remove(Task task) {
        Task[] a = array;
        int mask = a.length - 1;
        long end = top;
        long i = end - 1;
        // Without the lock: what thieves take meanwhile is null or older than what they left.
        while (i >= base && a[(int) i & mask] != task) {
            i--;
        }
        if (i < base) {
            return false;
        }
        synchronized (lock) {
            if (base > i) {
                return false;
            }
            for (long j = i + 1; j < end; j++) {
                a[(int) (j - 1) & mask] = a[(int) j & mask];
            }
            a[(int) (end - 1) & mask] = null;
            top = end - 1;
            return true;
        }
    }

    @Override
    long position() {
        return top;
    }

    @Override
    int size() {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, top - base));
    }

    @Override
    boolean mayHaveWork() {
        return base < top;
    }

    @Override
    long forks() {
        return forks;
    }
}
