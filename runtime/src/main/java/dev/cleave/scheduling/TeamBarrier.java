package dev.cleave.scheduling;

import dev.cleave.metrics.events.Events;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Where the threads of a team wait for each other: a barrier, and waits for whatever else one of
 * them does. PROTOCOL.md, section Teams.
 *
 * <p>A thread that waits spins and yields for a moment, if each of the team can have a processor,
 * then blocks; a pool's worker that does so is replaced, if there is need. Interrupts are kept for
 * later.
 */
public final class TeamBarrier {
    /** Arrivals that a thread looks at one by one; larger teams arrive in groups of so many. */
    private static final int GROUP = 8;

    /**
     * Longs from one word to the next that others do not share lines with: two cache lines, as
     * processors fetch them in pairs.
     */
    private static final int STRIDE = 16;

    /** Looks before a wait yields: some 5 to 10 µs, more than threads in step need to meet. */
    private static final int SPINS = Tuning.WAIT_SPINS * 2;

    /**
     * Looks, each after a yield, before a wait blocks: some 20 µs, half of what being woken takes.
     * To a thread of the team that has to share this one's processor, the first gives it.
     */
    private static final int YIELDS = 1 << 5;

    /** The first looks, without a pause: threads that are in step meet within some 50 ns. */
    private static final int EAGER_SPINS = 16;

    /** At how many barriers each thread has arrived, and its last tag; behind these, each group. */
    private final AtomicLongArray words;

    private final AtomicReferenceArray<Thread> sleeping;

    /** How many threads sleep elsewhere than at the barrier. */
    private final AtomicInteger waits = new AtomicInteger();

    private final String pool;
    private final int capacity;
    private final int spins;

    /** So long a sleeper looks again now and then, for an arrival that it may not have seen yet. */
    private final long graceNanos;

    /** Before {@link #begin}, what the team can have; written by its first thread only. */
    private int size;

    /** Longs from one word to the next. */
    private int stride;

    private volatile boolean cancelled;
    private volatile boolean left;

    /** Whether two tags have been seen that differ. */
    private volatile boolean disagrees;

    /**
     * A barrier at which nobody has arrived.
     *
     * @param capacity the most threads that the team may have
     * @param spins whether a wait looks for a while before it yields: there is a processor for each
     * @param pool what events call the team's pool
     */
    public TeamBarrier(int capacity, boolean spins, String pool) {
        this(capacity, spins ? SPINS : 0, Tuning.GRACE_NANOS, pool);
    }

    /**
     * A barrier of a team that is no pool's.
     *
     * @param capacity the most threads that the team may have
     * @param spins as above
     */
    public TeamBarrier(int capacity, boolean spins) {
        this(capacity, spins, "");
    }

    /**
     * A barrier at which nobody has arrived.
     *
     * @param capacity the most threads that the team may have
     * @param spins looks before a wait yields; 0 to block at once
     */
    TeamBarrier(int capacity, int spins) {
        this(capacity, spins, Tuning.GRACE_NANOS);
    }

    /** Of another grace period: without one, a test of other wake-ups sees each that is lost. */
    TeamBarrier(int capacity, int spins, long graceNanos) {
        this(capacity, spins, graceNanos, "");
    }

    private TeamBarrier(int capacity, int spins, long graceNanos, String pool) {
        this.pool = pool;
        this.capacity = capacity;
        this.spins = spins;
        this.graceNanos = graceNanos;
        size = capacity;
        stride = strideFor(capacity);
        words = new AtomicLongArray((capacity + groups(capacity) + 1) * STRIDE);
        sleeping = new AtomicReferenceArray<>(capacity);
    }

    /**
     * Says how many threads the team has. Once, before any arrives; to be published by the caller.
     *
     * @param threads from 1 to the capacity
     */
    public void begin(int threads) {
        size = threads;
        stride = strideFor(threads);
    }

    /** Two threads share a line: one that gets it to see the other's word has it for its own. */
    private static int strideFor(int threads) {
        return threads <= 2 ? 1 : STRIDE;
    }

    private static int groups(int threads) {
        return (threads + GROUP - 1) / GROUP;
    }

    private int at(int word) {
        return STRIDE + word * stride; // the first lines keep the array's header apart
    }

    // ---- the barrier ----

    /**
     * Waits until every thread of the team has arrived as often as the calling one. Blocks.
     *
     * @param thread the caller's number
     * @param tag what it has come to: the same for all, if they have come to the same
     * @return false if they never will, as the team is cancelled or one has left for good; or if
     *     two of them have different tags: then perhaps not for all threads, but for one at least
     */
    public boolean await(int thread, int tag) {
        return awaitAll(thread, arrive(thread, tag)) && !disagrees;
    }

    private boolean awaitAll(int thread, long own) {
        int end = end();
        int next = arrived(first(), end, own);
        for (int i = 1; next < end && i < EAGER_SPINS && i < looks(); i++) {
            next = arrived(next, end, own);
        }
        if (next == end) {
            wake();
            return true;
        }
        Object event = Events.startBarrier(); // not for threads that are in step
        boolean met = awaitOthers(thread, next, end, own);
        Events.endBarrier(event, pool, thread);
        return met;
    }

    private boolean awaitOthers(int thread, int from, int end, long own) {
        int next = from;
        for (int i = Math.min(EAGER_SPINS, looks()); i <= looks(); i++) {
            next = arrived(next, end, own);
            if (next == end) {
                wake();
                return true;
            }
            if (cancelled || left) {
                break;
            }
            i = paused(i);
        }
        return sleepAtBarrier(thread, own);
    }

    /** Says that the calling thread has come, by its word, which is returned. */
    long arrive(int thread, int tag) {
        int phase = phase(words.getPlain(at(thread))) + 1;
        long own = (long) tag << Integer.SIZE | Integer.toUnsignedLong(phase);
        if (size <= GROUP) {
            // ORDER B1: release; the others look at it until they see it. No fence before the look
            // for who sleeps: the first sleep of each is short. Test: TeamBarrierStress.
            words.setRelease(at(thread), own); // ORDER B11: with the tag
        } else {
            // ORDER B9: volatile; then the looks at the others of the group, so that the last to
            // come sees them all. Test: TeamGroupStress.
            words.set(at(thread), own);
            int group = thread / GROUP;
            int groupEnd = Math.min(size, (group + 1) * GROUP);
            if (arrived(group * GROUP, groupEnd, own) == groupEnd) {
                words.set(at(capacity + group), own); // perhaps by several, at the same phase
            }
        }
        return own;
    }

    /** Whether all have come to the barrier of a thread's word. */
    boolean isComplete(long own) {
        return arrived(first(), end(), own) == end();
    }

    /** The first of the words that tell who has come. */
    private int first() {
        return size <= GROUP ? 0 : capacity;
    }

    /** One more than the last of them. */
    private int end() {
        return size <= GROUP ? size : capacity + groups(size);
    }

    /** How often a wait looks before it sleeps. */
    private int looks() {
        return spins == 0 ? 0 : spins + YIELDS;
    }

    /** Pauses after so many looks; how many that was worth. */
    private int paused(int look) {
        if (look >= spins) {
            return Tuning.yieldsToAnother() ? looks() : look;
        }
        if (look >= EAGER_SPINS) {
            Thread.onSpinWait();
        }
        return look;
    }

    boolean sleepAtBarrier(int thread, long own) {
        // ORDER B12: the arrival, a fence, the look who waits for something else; pairs with their
        // count (volatile), then their look at arrivals. Test: TeamPassingStress.
        VarHandle.fullFence();
        if (waits.get() > 0) {
            wake(); // it may be for something that this thread does not do before it is met
        }
        boolean slept = sleep(thread, () -> cancelled || left || isComplete(own), false, 0);
        // Looked at again: whoever has left may have arrived here before.
        if (!isComplete(own)) {
            return false;
        }
        if (!slept) {
            // ORDER B10: of those that come last at once, without a fence, each may see the others
            // only here; one that sleeps for long sees none. Test: TeamLastTwoStress.
            wake();
        }
        return true;
    }

    /** The first of some words that is behind a thread's own. Phases may wrap around. */
    private int arrived(int from, int end, long own) {
        int word = from;
        for (; word < end; word++) {
            long other = words.get(at(word));
            if (other != own) {
                int ahead = phase(other) - phase(own);
                if (ahead < 0) {
                    break;
                }
                if (ahead == 0) { // one that is ahead has seen this thread's tag
                    disagrees = true;
                }
            }
        }
        return word;
    }

    /**
     * Whether another thread has come to a barrier to which the calling one has not come. What the
     * other did before is visible then.
     *
     * @param other its number
     * @param thread the caller's
     * @return whether it has
     */
    public boolean isAhead(int other, int thread) {
        return phase(words.get(at(other))) - phase(words.getPlain(at(thread))) > 0;
    }

    private static int phase(long word) {
        return (int) word;
    }

    // ---- other waits ----

    /**
     * Waits until the condition holds. Blocks. Whoever makes it hold calls {@link #wake} after, or
     * arrives at the barrier and is not met.
     *
     * @param thread the caller's number
     * @param condition reads volatile variables
     */
    public void await(int thread, BooleanSupplier condition) {
        for (int i = 0; i < looks(); i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            i = paused(i);
        }
        waits.incrementAndGet(); // ORDER B12
        try {
            sleep(thread, condition, false, 0);
        } finally {
            waits.decrementAndGet();
        }
    }

    /**
     * As {@link #await(int, BooleanSupplier)}, for so long at most, and without being replaced.
     *
     * @param thread the caller's number
     * @param condition reads volatile variables
     * @param nanos how long
     */
    public void await(int thread, BooleanSupplier condition, long nanos) {
        long deadline = System.nanoTime() + nanos;
        for (int i = 0; i < looks(); i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            i = paused(i);
        }
        sleep(thread, condition, true, deadline);
    }

    /**
     * Waits until the condition holds, asleep from the start: for a thread that is to give up its
     * processor.
     *
     * @param thread the caller's number
     * @param condition reads volatile variables
     */
    public void sleep(int thread, BooleanSupplier condition) {
        sleep(thread, condition, false, 0);
    }

    /** Whether it has slept at all. */
    private boolean sleep(int thread, BooleanSupplier condition, boolean timed, long deadline) {
        if (condition.getAsBoolean()) {
            return false;
        }
        boolean slept = false;
        WorkerThread declared = timed ? null : beginBlocking();
        boolean interrupted = false;
        try {
            // ORDER B2: volatile, then the look at the condition; pairs with the condition's
            // change, then the look in wake. Whoever arrives at a barrier does so without a fence
            // in between, and may miss the sleeper: after the grace period it sees the arrival.
            // Test: TeamBarrierStress, TeamWaitStress.
            sleeping.set(thread, Thread.currentThread());
            long settled = System.nanoTime() + graceNanos;
            while (!condition.getAsBoolean()) {
                long now = System.nanoTime();
                if (timed && deadline - now <= 0) {
                    break;
                }
                slept = true;
                if (timed || settled - now > 0) {
                    LockSupport.parkNanos(this, (timed ? deadline : settled) - now);
                } else {
                    LockSupport.park(this);
                }
                interrupted |= Thread.interrupted();
            }
        } finally {
            sleeping.set(thread, null);
            endBlocking(declared);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return slept;
    }

    /** Wakes all that sleep, to look at their conditions again. Any thread; after the change. */
    public void wake() {
        for (int i = 0; i < size; i++) {
            Thread sleeper = sleeping.get(i);
            if (sleeper != null) {
                LockSupport.unpark(sleeper);
            }
        }
    }

    /**
     * Runs something that blocks for long; a worker that does so is replaced if there is need.
     *
     * @param wait what to run
     */
    public static void blocking(Runnable wait) {
        WorkerThread declared = beginBlocking();
        try {
            wait.run();
        } finally {
            endBlocking(declared);
        }
    }

    /** Who is to be replaced; null if that is nobody, or there is no thread to be had for it. */
    private static WorkerThread beginBlocking() {
        if (Thread.currentThread() instanceof WorkerThread worker) {
            try {
                worker.queue.scheduler.blocking.begin(worker.queue);
                return worker;
            } catch (RuntimeException | Error nobody) {
                return null; // the team needs nobody else to go on
            }
        }
        return null;
    }

    private static void endBlocking(WorkerThread declared) {
        if (declared != null) {
            declared.queue.scheduler.blocking.end(declared.queue);
        }
    }

    // ---- the end ----

    /** Ends all waits at the barrier, now and later. Any thread. */
    public void cancel() {
        cancelled = true; // ORDER B3: volatile, then the look in wake. Test: TeamWaitStress.
        wake();
    }

    /**
     * Whether the team is cancelled. Any thread.
     *
     * @return whether it is
     */
    public boolean isCancelled() {
        return cancelled;
    }

    /** The caller will not arrive any more: who waits for that waits in vain. */
    public void leave() {
        left = true; // ORDER B4: volatile, after the arrivals. Test: TeamBarrierStress.
        wake();
    }

    /**
     * Whether a thread has left. Any thread.
     *
     * @return whether one has
     */
    public boolean hasLeft() {
        return left;
    }
}
