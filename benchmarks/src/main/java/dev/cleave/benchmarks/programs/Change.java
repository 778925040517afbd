package dev.cleave.benchmarks.programs;

/**
 * In how many ways coins make a sum. A most lopsided tree, hundreds of calls deep: with one coin of
 * the smallest kind nearly all of the work is left, and without any of them little.
 */
public final class Change implements Problem {
    private static final int[] KINDS = {1, 2, 5, 10, 20, 50, 100};

    private final int sum;
    private int ways;
    private long forks = -1;

    /** Change for so much. */
    public Change(int sum) {
        this.sum = sum;
    }

    /** What the coins are to make. */
    public int sum() {
        return sum;
    }

    /** What each kind of coin is worth, rising; not to be changed. */
    public int[] kinds() {
        return KINDS;
    }

    /** Takes the result of a parallel run. */
    public void ways(int number) {
        ways = number;
    }

    @Override
    public void serial() {
        ways = count(KINDS, 0, sum);
    }

    private static int count(int[] kinds, int kind, int sum) {
        if (sum == 0) {
            return 1;
        }
        if (sum < 0 || kind == kinds.length) {
            return 0;
        }
        int with = count(kinds, kind, sum - kinds[kind]);
        int without = count(kinds, kind + 1, sum);
        return with + without;
    }

    @Override
    public String answer() {
        return Integer.toString(ways);
    }

    @Override
    public long forks() {
        if (forks < 0) {
            forks = countForks(0, sum);
        }
        return forks;
    }

    private static long countForks(int kind, int sum) {
        if (sum <= 0 || kind == KINDS.length) {
            return 0;
        }
        return 1 + countForks(kind, sum - KINDS[kind]) + countForks(kind + 1, sum);
    }
}
