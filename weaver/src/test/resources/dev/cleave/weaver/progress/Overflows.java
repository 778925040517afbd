import dev.cleave.Future;

/** Calls that overflow the stack, of whoever makes them. */
public final class Overflows {
    private static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static int endless(int n) {
        @Future int x = endless(n + 1);
        int y = 1;
        return x + y;
    }

    private static int plainlyEndless(Gate begun, int n) {
        begun.open();
        return plainlyEndless(begun, n + 1) + 1;
    }

    private static int elsewhere() throws Exception {
        Gate begun = new Gate();
        @Future int x = plainlyEndless(begun, 0);
        @Future int y = fib(12);
        begun.pass();
        return y + x;
    }

    private static String overflowing(boolean elsewhere) throws Exception {
        try {
            return "ended with " + (elsewhere ? elsewhere() : endless(0));
        } catch (StackOverflowError full) {
            return "full " + fib(12) + " ";
        }
    }

    public static String run() throws Exception {
        String all = "";
        for (int i = 0; i < 3; i++) {
            all += overflowing(false) + overflowing(true);
        }
        return all + fib(15);
    }
}
