package dev.cleave.benchmarks.programs;

import java.util.Arrays;

/**
 * Phases with nothing in them: what bringing the workers together costs when there is no work to
 * hide it. Each leaf counts the phases it has seen, so that a lost or a repeated task shows.
 */
public final class Barrier implements Problem {
    /** Keeps the counters of two leaves out of one cache line. */
    private static final int STRIDE = 16;

    private final int phases;
    private final int leaves;
    private final long[] seen;

    /** So many phases, each with so many leaves. */
    public Barrier(int phases, int leaves) {
        this.phases = phases;
        this.leaves = leaves;
        seen = new long[leaves * STRIDE];
    }

    /** How many phases there are. */
    public int phases() {
        return phases;
    }

    /** How many tasks a phase divides into. */
    public int leaves() {
        return leaves;
    }

    /** What one leaf does in one phase. */
    public void leaf(int index) {
        seen[index * STRIDE]++;
    }

    @Override
    public void prepare() {
        Arrays.fill(seen, 0);
    }

    @Override
    public void serial() {
        for (int phase = 0; phase < phases; phase++) {
            for (int i = 0; i < leaves; i++) {
                leaf(i);
            }
        }
    }

    @Override
    public String answer() {
        return Digest.of(leaves, i -> seen[i * STRIDE]);
    }

    @Override
    public long barriers() {
        return phases;
    }

    @Override
    public long forks() {
        return (leaves - 1L) * phases;
    }
}
