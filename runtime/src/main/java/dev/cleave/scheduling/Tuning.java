package dev.cleave.scheduling;

import java.util.concurrent.locks.LockSupport;

/**
 * The numbers that were chosen by measurement, with unit and reason. Those that are public decide
 * what the profiler's simulator does, too.
 */
public final class Tuning {
    /**
     * Nanoseconds after which a store made before a poll is certainly visible to the thread that
     * changed what the poll reads. Hardware drains store buffers within microseconds, and a context
     * switch drains them at once; see PROTOCOL.md, section Grace.
     */
    public static final long GRACE_NANOS = 1_000_000L;

    /**
     * Looks for work, each at all places, that a hungry worker makes before it sleeps: some 100 µs,
     * twice what being woken takes. After half of them it tells those whose calls are under way,
     * and who have none pending. It never yields: where a thread that computes has been woken on
     * its processor, it would come behind that for milliseconds, beside an idle one. One that
     * sleeps is put on an idle processor when it is woken.
     */
    public static final int SCANS = 1 << 9;

    static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** Looks at a joined task before its joiner blocks. */
    public static final int JOIN_SPINS = 1 << 10;

    /**
     * So many of those looks is one worth at a task that nobody in the pool runs: there is nothing
     * to help with, and who does run it, or what that waits for in this pool, may be waiting for
     * the processor.
     */
    static final int SPINS_ELSEWHERE = 1 << 6;

    /**
     * Looks at an awaited task before its waiter parks: about 20 µs, half of what being woken
     * takes.
     */
    static final int WAIT_SPINS = 1 << 7;

    /**
     * Submitted tasks that a worker runs one after the other before it looks around again: a look
     * takes ten times as long as a short one.
     */
    static final int MOST_IN_A_ROW = 1 << 6;

    /**
     * Obtained tasks that one worker runs one within another: each costs some fifteen frames. A
     * joiner that is so deep blocks, and is replaced.
     */
    public static final int NESTED_STEALS = 64;

    /**
     * A pending call that a worker has made in less than 10 µs was not worth what it cost its owner
     * to hand it over, some 3 µs.
     */
    static final long WORTHWHILE_CALL_NANOS = 10_000L;

    /** Likewise a task: its owner loses some 0.3 µs, mostly waiting for who has it to end it. */
    public static final long WORTHWHILE_TASK_NANOS = 1_000L;

    /**
     * A yield that lasts longer has let another thread run: 100 µs, some hundred times its cost.
     */
    private static final long LONG_YIELD_NANOS = 100_000L;

    /** So many times as long a worker takes no other then: owners lose some 3 parts in 100. */
    private static final long REST = 10;

    /**
     * {@link Thread#onSpinWait} between two looks, so that looking does not slow those looked at.
     */
    static final int PAUSES = 8;

    /** How long a worker beyond the pool's core waits for the next worker to block: a second. */
    static final long SPARE_NANOS = 1_000_000_000L;

    /**
     * How long a receiver-initiated thief waits before it withdraws. A victim that forks finely
     * polls within nanoseconds; one that does not may take for ever, and the thief comes back some
     * hundred times before it sleeps.
     */
    public static final long ANSWER_NANOS = 5_000;

    /**
     * How long a thief waits to be dealt a task before it looks elsewhere, for tasks that have been
     * made public. It comes back some hundred times before it sleeps, so its cell is open most of
     * the time.
     */
    public static final long DEAL_NANOS = 5_000;

    /**
     * Of the owner's tasks, the part that an answer shares, beside one: few of a tree's, as the
     * owner takes what nobody took back one by one; many of a long list's.
     */
    private static final int SHARED_PART = 16;

    private Tuning() {}

    /**
     * For how long a worker takes nothing from others, once it is through with what it had from
     * them.
     *
     * @param worthwhile nanoseconds that this should have lasted
     * @param taken those that it did
     * @return nanoseconds; 0 if it may go on at once
     */
    public static long rest(long worthwhile, long taken) {
        return taken < worthwhile ? REST * worthwhile : 0;
    }

    /**
     * How many of its private tasks an owner shares that is asked by an idle worker.
     *
     * @param privateTasks how many it has
     * @return how many it shares, if it has so many
     */
    public static int offered(int privateTasks) {
        return 1 + privateTasks / SHARED_PART;
    }

    /**
     * Yields. Where another thread runs on the processor, that takes its time slice, milliseconds,
     * and whoever yields again and again stays there, whichever processors may be idle. One that
     * sleeps instead is put on an idle one when it is woken.
     *
     * @return whether another thread has run, and the caller had better sleep
     */
    static boolean yieldsToAnother() {
        long begun = System.nanoTime();
        Thread.yield();
        return System.nanoTime() - begun > LONG_YIELD_NANOS;
    }

    /** Waits for the grace period, interrupted or not. */
    static void awaitGrace(Object blocker) {
        long until = System.nanoTime() + GRACE_NANOS;
        for (long left; (left = until - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(blocker, left);
        }
    }

    static void pause() {
        for (int i = 0; i < PAUSES; i++) {
            Thread.onSpinWait();
        }
    }
}
