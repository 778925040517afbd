import dev.cleave.Cleave;
import dev.cleave.Future;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.LongBinaryOperator;

/** Parts that are lambdas, and methods between woven ones. */
public final class Joins {
    private final int base = 3;

    static void sort(int[] a, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int pivot = a[(from + to) >>> 1];
        int i = from;
        int j = to - 1;
        while (i <= j) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[j] > pivot) {
                j--;
            }
            if (i <= j) {
                int swapped = a[i];
                a[i++] = a[j];
                a[j--] = swapped;
            }
        }
        int left = j + 1;
        int right = i;
        Cleave.join(() -> sort(a, from, left), () -> sort(a, right, to));
    }

    /** Captures the receiver; has results. */
    long fib(int n) {
        if (n < 2) {
            return n + base;
        }
        Cleave.Pair<Long, Long> both = Cleave.join(() -> fib(n - 1), () -> fib(n - 2));
        return both.first() + both.second();
    }

    static String inOrder() {
        StringBuffer said = new StringBuffer();
        try {
            Cleave.join(
                    () -> {
                        throw new IllegalStateException("first");
                    },
                    () -> said.append("x"));
        } catch (IllegalStateException e) {
            return cause(e).getMessage();
        }
        return "nothing thrown";
    }

    /** Not lambdas of this call: stays a call. */
    static String notLowered() {
        int[] sum = {0, 0};
        Runnable first = () -> sum[0] = 1;
        Cleave.join(first, () -> sum[1] = 2);
        return Arrays.toString(sum);
    }

    static void fill(int[] a, int from, int to, int value) {
        if (to - from < 3) {
            for (int i = from; i < to; i++) {
                a[i] += value + i;
            }
            return;
        }
        int first = from + (to - from) / 3;
        int second = first + (to - first) / 2;
        Cleave.invokeAll(
                () -> fill(a, from, first, value + 1),
                () -> fill(a, first, second, value + 2),
                () -> fill(a, second, to, value + 3));
    }

    static int filled() {
        int[] a = new int[500];
        fill(a, 0, a.length, 1);
        return Arrays.hashCode(a);
    }

    /** Every part runs; the first failure escapes with the others. */
    static String failures() {
        AtomicInteger ran = new AtomicInteger();
        try {
            Cleave.invokeAll(
                    () -> ran.addAndGet(1),
                    () -> fail("b", ran.addAndGet(10)),
                    () -> ran.addAndGet(100),
                    () -> fail("d", ran.addAndGet(1000)));
        } catch (IllegalStateException e) {
            // Unwoven, the exception of another thread comes as a copy with its cause.
            int suppressed = 0;
            for (Throwable t = e; t != null; t = t.getCause()) {
                suppressed += t.getSuppressed().length;
            }
            return cause(e).getMessage() + suppressed + " " + ran;
        }
        return "nothing thrown";
    }

    private static Throwable cause(Throwable e) {
        return e.getCause() == null ? e : cause(e.getCause());
    }

    private static void fail(String message, int ignored) {
        throw new IllegalStateException(message);
    }

    /** The array is made elsewhere, or holds what is no lambda of this call. */
    static int notArrayOfLambdas() {
        AtomicInteger sum = new AtomicInteger();
        Runnable one = () -> sum.addAndGet(1);
        Runnable[] array = {one, () -> sum.addAndGet(2)};
        Cleave.invokeAll(array);
        Cleave.invokeAll(one, () -> sum.addAndGet(4));
        Cleave.invokeAll(() -> sum.addAndGet(8));
        Cleave.invokeAll();
        return sum.get();
    }

    long ranges(int from, int to, long factor, double more) {
        long[] at = new long[Math.max(to, 1)];
        Cleave.forEach(from, to, i -> at[i] += factor * i + (long) more + base);
        long sum = 0;
        for (long one : at) {
            sum = sum * 31 + one;
        }
        return sum;
    }

    static String failingIteration() {
        try {
            Cleave.forEach(
                    0,
                    2000,
                    i -> {
                        if (i == 650) {
                            throw new IllegalStateException("at " + i);
                        }
                    });
        } catch (IllegalStateException e) {
            return cause(e).getMessage();
        }
        return "nothing thrown";
    }

    /** Combined in order, whoever has computed what. */
    static String ordered(int from, int to) {
        String open = "<";
        return Cleave.reduce(from, to, "", i -> open + i, (a, b) -> a + b + "");
    }

    static long sums(int n, long times, BinaryOperator<Long> sum) {
        return Cleave.reduce(0, n, 0L, i -> i * times, Long::sum)
                + Cleave.reduce(-n, n, 0L, i -> i * times, sum)
                + Cleave.reduce(5, n, 1L, i -> i % 3L, (a, b) -> Math.max(a, b + times - times));
    }

    static String primitives(int n, double scale, LongBinaryOperator max) {
        int bits = Cleave.reduceToInt(-n, n, -1, i -> i * 31 | 1, (a, b) -> a & b);
        long most = Cleave.reduceToLong(0, n, Long.MIN_VALUE, i -> (long) i * i % 101, max);
        double sum = Cleave.reduceToDouble(0, n, 0, i -> scale * i, Double::sum);
        return bits + " " + most + " " + sum + Cleave.reduceToInt(3, 3, 7, i -> i, Integer::sum);
    }

    static String edges() {
        String said = "" + Cleave.reduce(3, 3, null, i -> "x", (a, b) -> a + b);
        said += Cleave.reduce(4, 3, "none", i -> "x", (a, b) -> a + b);
        Cleave.forEach(Integer.MAX_VALUE, Integer.MIN_VALUE, i -> fail("ran", i));
        AtomicInteger last = new AtomicInteger();
        Cleave.forEach(Integer.MAX_VALUE - 3, Integer.MAX_VALUE, i -> last.addAndGet(i));
        Cleave.forEach(Integer.MIN_VALUE, Integer.MIN_VALUE + 2, i -> last.addAndGet(i));
        BinaryOperator<String> missing = null;
        try {
            Cleave.reduce(1, 1, "", i -> "x", missing);
        } catch (NullPointerException e) {
            said += e.getMessage();
        }
        return said + last;
    }

    synchronized long locked(int n) {
        return Cleave.reduce(0, n, 0L, i -> (long) i + base, Long::sum);
    }

    // a method without futures between those that have some
    static long even(int n) {
        if (n < 2) {
            return n;
        }
        @Future long x = odd(n - 1);
        return x + between(n);
    }

    private static long between(int n) {
        long sum = 0;
        for (int i = 2; i < 4; i++) {
            sum += odd(n - i);
        }
        return sum;
    }

    private static long odd(int n) {
        return n < 2 ? 1 : even(n - 1) + 1;
    }

    public static String run() {
        int[] a = new Random(7).ints(20_000).toArray();
        int[] sorted = a.clone();
        Arrays.sort(sorted);
        sort(a, 0, a.length);
        return Arrays.equals(a, sorted)
                + " "
                + new Joins().fib(18)
                + " "
                + inOrder()
                + " "
                + notLowered()
                + " "
                + filled()
                + " "
                + failures()
                + " "
                + notArrayOfLambdas()
                + " "
                + new Joins().ranges(2, 5000, 7L, 2.5)
                + " "
                + new Joins().ranges(2, 1, 7L, 2.5)
                + " "
                + failingIteration()
                + " "
                + ordered(-3, 300).hashCode()
                + " "
                + sums(3000, 2L, (x, y) -> x + y)
                + " "
                + primitives(3000, 0.5, Math::max)
                + " "
                + edges()
                + " "
                + new Joins().locked(100)
                + " "
                + even(24);
    }
}
