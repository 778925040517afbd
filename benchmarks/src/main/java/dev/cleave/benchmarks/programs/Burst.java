package dev.cleave.benchmarks.programs;

import java.util.Arrays;

/**
 * Short tasks that a thread outside submits at once and then waits for, one by one, again and
 * again, as a server does with its requests: what it costs to hand a task over. Or it executes
 * {@code Runnable}s, and waits until all have run.
 */
public final class Burst implements Problem {
    private final int bursts;
    private final long[] results;
    private final boolean isExecuted;

    /** So many bursts a run, of so many submitted tasks each. */
    public Burst(int bursts, int tasks) {
        this(bursts, tasks, false);
    }

    /** So many bursts a run, of so many tasks each, submitted or executed. */
    public Burst(int bursts, int tasks, boolean isExecuted) {
        this.bursts = bursts;
        results = new long[tasks];
        this.isExecuted = isExecuted;
    }

    /** How many bursts a run has. */
    public int bursts() {
        return bursts;
    }

    /** How many tasks a burst has. */
    public int tasks() {
        return results.length;
    }

    /** Whether they are executed, rather than submitted. */
    public boolean isExecuted() {
        return isExecuted;
    }

    /** What a task does. */
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
