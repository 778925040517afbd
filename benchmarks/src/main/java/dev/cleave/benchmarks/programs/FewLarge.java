package dev.cleave.benchmarks.programs;

import java.util.Arrays;

/**
 * A few tasks, each large and none dividing: a worker that answers steal requests only when it
 * forks or joins keeps the others waiting here.
 */
public final class FewLarge implements Problem {
    private final int tasks;
    private final int rounds;
    private final long[] results;

    /**
     * Independent chains of arithmetic.
     *
     * @param rounds the length of the shortest chains; the others are two, three and four times as
     *     long
     */
    public FewLarge(int tasks, int rounds) {
        this.tasks = tasks;
        this.rounds = rounds;
        results = new long[tasks];
    }

    /** How many chains there are. */
    public int tasks() {
        return tasks;
    }

    /** Computes one chain. */
    public void chain(int index) {
        long state = index + 1;
        for (long i = (long) rounds * (1 + index % 4); i > 0; i--) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        results[index] = state;
    }

    @Override
    public void prepare() {
        Arrays.fill(results, 0);
    }

    @Override
    public void serial() {
        for (int i = 0; i < tasks; i++) {
            chain(i);
        }
    }

    @Override
    public String answer() {
        return Digest.of(tasks, i -> results[i]);
    }

    @Override
    public long forks() {
        return tasks - 1;
    }
}
