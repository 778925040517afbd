package dev.cleave.benchmarks.programs;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Short tasks that a thread outside submits at once and then waits for, one by one, again and
 * again, as a server does with its requests: what it costs to hand a task over.
 */
public final class Burst implements Problem {
    /** What the tasks are. */
    public enum Kind {
        /** Tasks that are submitted. */
        SUBMITTED,
        /** {@code Runnable}s that are executed; it waits until all have run. */
        EXECUTED,
        /**
         * Tasks that are submitted, and block, as those do that wait for another machine. The pool
         * is told, so others take their places.
         */
        BLOCKING
    }

    private static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final int bursts;
    private final long[] results;
    private final Kind kind;

    /** So many bursts a run, of so many submitted tasks each. */
    public Burst(int bursts, int tasks) {
        this(bursts, tasks, Kind.SUBMITTED);
    }

    /** So many bursts a run, of so many tasks each. */
    public Burst(int bursts, int tasks, Kind kind) {
        this.bursts = bursts;
        results = new long[tasks];
        this.kind = kind;
    }

    /** How many bursts a run has. */
    public int bursts() {
        return bursts;
    }

    /** How many tasks a burst has. */
    public int tasks() {
        return results.length;
    }

    /** What they are. */
    public Kind kind() {
        return kind;
    }

    /** Blocks for a millisecond. */
    public void block() {
        long end = System.nanoTime() + BLOCKED_NANOS;
        for (long left; (left = end - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** What a task does, after it has blocked if it does. */
    public void answerRequest(int index) {
        results[index] = results[index] * 31 + index;
    }

    @Override
    public void prepare() {
        Arrays.fill(results, 0);
    }

    @Override
    public void serial() {
        for (int burst = 0; burst < bursts; burst++) {
            for (int i = 0; i < results.length; i++) {
                if (kind == Kind.BLOCKING) {
                    block();
                }
                answerRequest(i);
            }
        }
    }

    @Override
    public String answer() {
        return Digest.of(results.length, i -> results[i]);
    }

    @Override
    public long forks() {
        return 0;
    }

    @Override
    public long invocations() {
        return (long) bursts * results.length;
    }
}
