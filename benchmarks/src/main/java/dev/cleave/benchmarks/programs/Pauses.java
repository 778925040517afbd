package dev.cleave.benchmarks.programs;

import java.util.Arrays;

/**
 * A few calls that return when they are done: after CTask in Pinto et al., whose tasks sleep after
 * them to wait for their results.
 */
public final class Pauses implements Problem {
    private static final int ROUNDS = 200_000;

    private final int tasks;
    private final long pause;
    private final long[] results;

    /**
     * So many calls.
     *
     * @param pause how long a task sleeps that does so, in milliseconds
     */
    public Pauses(int tasks, long pause) {
        this.tasks = tasks;
        this.pause = pause;
        results = new long[tasks];
    }

    /** How many calls there are. */
    public int tasks() {
        return tasks;
    }

    /** How long a task sleeps that does so, in milliseconds. */
    public long pause() {
        return pause;
    }

    @Override
    public void prepare() {
        Arrays.fill(results, 0);
    }

    @Override
    public void serial() {
        for (int task = 0; task < tasks; task++) {
            call(task);
        }
    }

    /** Computes one result; it is there when this returns. */
    public void call(int task) {
        long state = task + 1;
        for (int round = 0; round < ROUNDS; round++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        results[task] = state;
    }

    @Override
    public String answer() {
        return Digest.of(tasks, task -> results[task]);
    }

    @Override
    public long forks() {
        return tasks - 1;
    }
}
