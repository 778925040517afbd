package dev.cleave.benchmarks.programs;

/**
 * Tasks of two pools that call each other: each submits the next one to the other pool, and waits
 * for it. In programs whose parts have a pool each, a call from part to part is that.
 */
public final class TwoPools implements Problem {
    private final int chains;
    private final int length;
    private long sum;

    /** So many chains of so many calls, one after the other. */
    public TwoPools(int chains, int length) {
        this.chains = chains;
        this.length = length;
    }

    /** How many chains a run has. */
    public int chains() {
        return chains;
    }

    /** How many calls lie one within another. */
    public int length() {
        return length;
    }

    /** What a call makes of the result of the one within. */
    public long next(int left, long within) {
        return within * 31 + left;
    }

    /** Takes a chain's result. */
    public void add(long result) {
        sum += result;
    }

    @Override
    public void prepare() {
        sum = 0;
    }

    @Override
    public void serial() {
        for (int chain = 0; chain < chains; chain++) {
            add(call(length));
        }
    }

    private long call(int left) {
        return left == 0 ? 1 : next(left, call(left - 1));
    }

    @Override
    public String answer() {
        return Long.toString(sum);
    }

    @Override
    public long forks() {
        return 0;
    }

    @Override
    public long invocations() {
        return (long) chains * length;
    }
}
