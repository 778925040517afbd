package dev.cleave.benchmarks.programs;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tasks that block, as those do that wait for a file or another machine: submitted at once, more of
 * them than workers compute. The pool is told that they block, so others take their places.
 */
public final class Blockers implements Problem {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final int bursts;
    private final long[] results;

    /** So many bursts a run, of so many tasks each. */
    public Blockers(int bursts, int tasks) {
        this.bursts = bursts;
        results = new long[tasks];
    }

    /** How many bursts a run has. */
    public int bursts() {
        return bursts;
    }

    /** How many tasks a burst has. */
    public int tasks() {
        return results.length;
    }

    /** Blocks for a millisecond. */
    public void block() {
        long end = System.nanoTime() + NANOS;
        for (long left; (left = end - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** What a task does after it has blocked. */
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
                block();
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
