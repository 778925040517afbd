import dev.cleave.Future;
import dev.cleave.Parallel;
import dev.cleave.Reduce;

public final class Initialisers {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int a = fib(n - 1);
        int b = fib(n - 2);
        return a + b;
    }

    static class Base {
        final int length;

        Base() {
            length = 1;
        }

        Base(long a, long b, long c, String d) {
            length = (int) (a + b + c) + d.length();
        }
    }

    /** The compiler copies the initialiser into every constructor that calls the superclass's. */
    static final class Initialised extends Base {
        int value;
        final int constant;

        {
            @Future int x = fib(7);
            int y = fib(6);
            value = x + y;
        }

        Initialised() {
            constant = 1;
        }

        Initialised(int n) {
            super(n * 3L, n * 4L + 1, n * 8L + n * n, "a" + n + "b");
            @Future int x = fib(n);
            constant = fib(n + 1) + x;
        }

        Initialised(long n) {
            super(n * 3L, n + 1, n * 8L + n * n % 7, "a" + n + "b".length() + n * n);
            @Future int x = fib((int) n);
            int before = value;
            for (int i = 0; i < 3; i++) {
                @Future int y = fib(i);
                before += y;
            }
            constant = before + x;
        }

        Initialised(String text) {
            this(text.length());
            @Future int x = fib(value % 10);
            value += x;
        }
    }

    /** Of a loop's variables, the compiler names the places of all constructors in each. */
    static final class WithLoops {
        int[] values;
        long sum;

        {
            @Future long x = fib(8);
            sum += 3;
            @Reduce int all = 0;
            for (@Parallel int i = 0; i < 100; i++) {
                all += i;
            }
            sum += x + all;
            values = new int[5];
            for (@Parallel int i = 0; i < 5; i++) {
                @Future int y = fib(i);
                values[i] = y;
            }
        }

        WithLoops() {}

        WithLoops(long a, double b, String c) {
            @Reduce long all = a;
            for (@Parallel int value : values) {
                all += value * c.length();
            }
            sum += all;
        }
    }

    static final class Chain {
        final Chain next;
        final int length;

        Chain(int n) {
            if (n == 0) {
                next = null;
                length = 1;
            } else {
                @Future Chain rest = new Chain(n - 1);
                @Future int one = Integer.valueOf(1).hashCode();
                @Future int two = Integer.valueOf(2).hashCode();
                int three = one + two;
                next = rest;
                length = rest.length + three - two;
            }
        }
    }

    /** In one constructor the array is where the sum is in the other. */
    static class WithSums {
        long sum;

        {
            @Reduce long all = 7;
            long[] each = new long[4];
            for (@Parallel int i = 0; i < 4; i++) {
                each[i] = i;
                all += i;
            }
            sum = all + each[3];
            for (@Parallel int i = 0; i < 4; i++) {
                @Reduce long inner = 7;
                @Reduce int count = 0;
                int step = i;
                for (@Parallel long more : new long[] {1, 2, 3}) {
                    inner += more;
                    count += step;
                }
                each[i] = inner + count;
            }
            sum += each[3];
        }

        WithSums(int n, long a) {
            sum += a;
        }

        WithSums(int n, long a, long b) {
            sum -= a + b;
        }
    }

    static final int FIRST;
    static int second;

    static {
        @Future int x = fib(9);
        int y = fib(8);
        FIRST = x + y;
        for (int i = 0; i < 3; i++) {
            @Future int z = fib(i);
            second += z;
        }
    }

    static class Fails {
        Fails(int n) {
            @Future int x = Integer.parseInt("no number");
            if (n == 0) {
                throw new IllegalStateException("later");
            }
            throw new AssertionError(x);
        }
    }

    static String failing() {
        try {
            return "no" + new Fails(0);
        } catch (NumberFormatException e) {
            return "first";
        }
    }

    public static String run() {
        String all = new Initialised().value + " " + new Initialised(4).constant + " ";
        all += new Initialised(5L).constant + " " + new Initialised("abc").value + " ";
        all += new WithLoops().sum + " " + new WithLoops(1, 2, "ab").sum + " ";
        all += new WithSums(0, 1).sum + " " + new WithSums(0, 1, 2).sum + " ";
        // More slots in all than a stack has, and less room than a thread has.
        return all + new Chain(900).length + " " + FIRST + " " + second + " " + failing();
    }
}
