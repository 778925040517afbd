package dev.cleave.benchmarks.programs;

/**
 * Fibonacci numbers by {@code CompletableFuture}s of the pool, each of which waits for another: the
 * JDK tells its own pools that a worker waits there, and no other.
 */
public final class FutureTree implements Problem {
    private final int times;
    private final int n;
    private long sum;

    /** The n-th number, so many times. */
    public FutureTree(int times, int n) {
        this.times = times;
        this.n = n;
    }

    /** How often a run computes the number. */
    public int times() {
        return times;
    }

    /** Which number. */
    public int n() {
        return n;
    }

    /** Takes a number that was computed. */
    public void add(long number) {
        sum += number;
    }

    @Override
    public void prepare() {
        sum = 0;
    }

    @Override
    public void serial() {
        for (int i = 0; i < times; i++) {
            add(Fib.fib(n));
        }
    }

    @Override
    public String answer() {
        return Long.toString(sum);
    }

    /** One for each number that is a sum. */
    @Override
    public long forks() {
        return times * (Fib.fib(n + 1) - 1);
    }

    @Override
    public long invocations() {
        return times;
    }
}
