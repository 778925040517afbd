import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.Future;
import dev.cleave.Parallel;
import dev.cleave.Reduce;

/** Calls that need the class whose initialiser waits for them. */
public final class Initialisation {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    static final class Own {
        static int more = 1;
        static final int BASE;

        static {
            @Future int x = add(14);
            int y = add(13);
            BASE = x + y;
        }

        static int add(int n) {
            return fib(n) + more;
        }
    }

    static final class Asked {
        static int half = 21;
        static final int WHOLE = Asks.most(10);
    }

    static final class Asks {
        static int most(int n) {
            if (n == 0) {
                return Asked.half;
            }
            @Future int x = most(n - 1);
            int y = most(n - 1);
            return Math.max(x, y) + 1;
        }
    }

    /** The call is made at the end of its scope, by the initialiser all the same. */
    static final class Untouched {
        static int one = 1;
        static final int SEEN;

        static {
            {
                @Future int x = count(30);
            }
            SEEN = one;
        }

        static int count(int n) {
            if (n < 2) {
                return one;
            }
            @Future int x = count(n - 1);
            int y = count(n - 2);
            return x + y;
        }
    }

    /** The same, where the pool has been asked for work by the time the scope ends. */
    static final class UntouchedLate {
        static int one = 1;
        static final int SEEN;

        static {
            {
                @Future int x = count(25);
                count(25);
            }
            SEEN = one;
        }

        static int count(int n) {
            if (n < 2) {
                return one;
            }
            @Future int x = count(n - 1);
            int y = count(n - 2);
            return x + y;
        }
    }

    /** It and {@link Second} initialise each other, in the one thread that may. */
    static final class First {
        static int one = 3;
        static final int SUM = Second.sum(9) + Second.TOTAL;

        static int leaf() {
            return one;
        }
    }

    static final class Second {
        static int two = 4;
        static final int TOTAL = sum(8);

        static int sum(int n) {
            if (n == 0) {
                return two + First.leaf();
            }
            @Future int x = sum(n - 1);
            int y = sum(n - 1);
            return x + y;
        }
    }

    enum Kind {
        LESS(10),
        MORE(11);

        final int number;

        Kind(int n) {
            @Future int x = count(n);
            int y = count(n - 1);
            number = x + y;
        }

        static int count(int n) {
            return fib(n);
        }
    }

    enum Pair {
        SMALL(9),
        LARGE(12);

        final int sum;

        Pair(int n) {
            int[] both = new int[2];
            Cleave.join(() -> both[0] = count(n), () -> both[1] = count(n + 1));
            sum = both[0] + both[1];
        }

        static int count(int n) {
            return fib(n);
        }
    }

    static final class Looped {
        static int factor = 3;
        static final long SUM;

        static {
            @Reduce long sum = 0;
            for (@Parallel int i = 0; i < 2000; i++) {
                sum += part(i);
            }
            SUM = sum;
        }

        static long part(int i) {
            return factor * fib(i % 10);
        }
    }

    /** As tasks, its lambdas would need the class, too. */
    static final class Joined {
        static int one = 1;
        static final int SUM;

        static {
            int[] sums = new int[3];
            Cleave.join(() -> sums[0] = add(14), () -> sums[1] = add(13));
            Cleave.invokeAll(() -> sums[0] += add(13), () -> sums[2] = add(14));
            int more = Cleave.join(() -> add(12), () -> add(11)).first();
            SUM = sums[0] + sums[1] + sums[2] + more + Cleave.reduceToInt(0, 99, 0, i -> add(i % 9), Integer::sum);
        }

        static int add(int n) {
            return fib(n) + one;
        }
    }

    /** Whoever takes the call initialises what the code beside it uses. */
    static final class Wanted {
        static final int VALUE = fib(15);

        static int value(Gate begun) {
            begun.open();
            return VALUE;
        }
    }

    private static int value(Gate begun) {
        begun.open();
        return Wanted.value(begun);
    }

    private static int wantedTwice() throws Exception {
        Gate begun = new Gate();
        @Future int x = value(begun);
        begun.pass();
        int y = Wanted.VALUE;
        return x + y;
    }

    /** Two initialisers at once, each with futures, neither needing the other. */
    static final class Left {
        static final int VALUE = fib(14);
    }

    static final class Right {
        static final int VALUE = fib(14);
    }

    private static int left(Gate begun) {
        begun.open();
        return Left.VALUE;
    }

    private static int sideBySide() throws Exception {
        Gate begun = new Gate();
        @Future int x = left(begun);
        begun.pass();
        int y = Right.VALUE;
        return x - y;
    }

    /** Joins, in a worker, a task whose calls it helps with while its own is pending. */
    static final class Helping {
        static int one = 1;
        static final int SUM;

        static {
            @Future int x = one();
            int y = helped.join();
            SUM = x + y;
        }

        static int one() {
            return one;
        }
    }

    private static ForkJoinTask<Integer> helped;

    private static int helping() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(4);
        try {
            helped = pool.submit(() -> fib(32));
            return pool.submit(() -> Helping.SUM).get();
        } finally {
            pool.shutdown();
        }
    }

    public static String run() throws Exception {
        String all = Own.BASE + " " + Asked.WHOLE + " " + First.SUM + " " + Untouched.SEEN + " ";
        all += UntouchedLate.SEEN + " ";
        all += Kind.LESS.number + Kind.MORE.number + " " + Looped.SUM + " ";
        all += Joined.SUM + " " + Pair.SMALL.sum + Pair.LARGE.sum + " ";
        return all + wantedTwice() + " " + sideBySide() + " " + helping();
    }
}
