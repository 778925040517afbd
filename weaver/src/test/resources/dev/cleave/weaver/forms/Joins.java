import dev.cleave.Cleave;
import dev.cleave.Future;
import java.util.Arrays;
import java.util.Random;

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
            // Unwoven, the exception of another thread comes as a copy with its cause.
            return (e.getCause() == null ? e : e.getCause()).getMessage();
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
                + even(24);
    }
}
