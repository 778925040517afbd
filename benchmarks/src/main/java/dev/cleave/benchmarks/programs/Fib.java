package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** The n-th Fibonacci number by the doubly recursive definition: the smallest task there is. */
public final class Fib implements HandDivided {
    /** Levels of calls above the pieces. */
    private static final int DIVIDED = 8;

    /** How the parallel version is written. */
    public enum Form {
        /** FJTask section 2: below the threshold, call the serial version. */
        THRESHOLD,
        /** A {@code RecursiveTask<Long>} that forks at every call. */
        BOXED,
        /** A task with a primitive result field that forks at every call. */
        LEAN
    }

    private final int number;
    private final int threshold;
    private final Form form;
    private final LongAdder pieces = new LongAdder();
    private long result;

    private Fib(int number, int threshold, Form form) {
        this.number = number;
        this.threshold = threshold;
        this.form = form;
    }

    /** Calls the serial version for arguments up to {@code threshold}. */
    public static Fib withThreshold(int number, int threshold) {
        return new Fib(number, threshold, Form.THRESHOLD);
    }

    /** Forks at every call, and returns a boxed result. */
    public static Fib everyCall(int number) {
        return new Fib(number, 1, Form.BOXED);
    }

    /** Forks at every call, and leaves the result in a field of the task. */
    public static Fib lean(int number) {
        return new Fib(number, 1, Form.LEAN);
    }

    /** Which Fibonacci number is wanted. */
    public int number() {
        return number;
    }

    /** The largest argument that is computed serially. */
    public int threshold() {
        return threshold;
    }

    /** How the parallel version is to be written. */
    public Form form() {
        return form;
    }

    /** Takes the result of a parallel run. */
    public void result(long value) {
        result = value;
    }

    @Override
    public void serial() {
        result = fib(number);
    }

    @Override
    public List<Runnable> pieces() {
        pieces.reset();
        List<Runnable> all = new ArrayList<>();
        divide(number, DIVIDED, all);
        return all;
    }

    private void divide(int n, int above, List<Runnable> all) {
        if (above == 0 || n <= 1) {
            all.add(() -> pieces.add(fib(n)));
        } else {
            divide(n - 1, above - 1, all);
            divide(n - 2, above - 1, all);
        }
    }

    @Override
    public void combine() {
        result = pieces.sum();
    }

    /** The n-th Fibonacci number, serially. */
    public static long fib(int n) {
        if (n <= 1) {
            return n;
        }
        long first = fib(n - 1);
        long second = fib(n - 2);
        return first + second;
    }

    @Override
    public String answer() {
        return Long.toString(result);
    }

    @Override
    public long forks() {
        long before = 0;
        long forks = 0;
        for (int n = threshold + 1; n <= number; n++) {
            long next = 1 + forks + before;
            before = forks;
            forks = next;
        }
        return forks;
    }
}
