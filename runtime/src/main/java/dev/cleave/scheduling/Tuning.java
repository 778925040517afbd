package dev.cleave.scheduling;

/** The numbers that were chosen by measurement, with unit and reason. */
final class Tuning {
    /**
     * Nanoseconds after which a store made before a poll is certainly visible to the thread that
     * changed what the poll reads. Hardware drains store buffers within microseconds, and a context
     * switch drains them at once; see PROTOCOL.md, section Grace.
     */
    static final long GRACE_NANOS = 1_000_000L;

    /**
     * Looks for work that a hungry worker makes before it begins to yield: about 20 µs, some ten
     * times the gap between two phases of a small barrier program.
     */
    static final int SPIN_SCANS = 1 << 9;

    /** Looks for work, each after a yield, before a hungry worker sleeps. */
    static final int YIELD_SCANS = 1 << 5;

    /** Looks at a joined task before its joiner blocks. */
    static final int JOIN_SPINS = 1 << 10;

    /**
     * Looks at an awaited task before its waiter parks: about 20 µs, half of what being woken
     * takes.
     */
    static final int WAIT_SPINS = 1 << 7;

    /**
     * Obtained tasks that one worker runs one within another: each costs some fifteen frames. A
     * joiner that is so deep blocks, and is replaced.
     */
    static final int NESTED_STEALS = 64;

    /**
     * A pending call that a worker has made in less than 10 µs was not worth what it cost its owner
     * to hand it over, some 3 µs.
     */
    static final long SMALL_CALL_NANOS = 10_000L;

    /** So long a worker asks for no other then: 100 µs, so that owners lose some 3 parts in 100. */
    static final long REST_NANOS = 100_000L;

    /**
     * {@link Thread#onSpinWait} between two looks, so that looking does not slow those looked at.
     */
    static final int PAUSES = 8;

    /** How long a worker beyond the pool's core waits for the next worker to block: a second. */
    static final long SPARE_NANOS = 1_000_000_000L;

    private Tuning() {}

    static void pause() {
        for (int i = 0; i < PAUSES; i++) {
            Thread.onSpinWait();
        }
    }
}
