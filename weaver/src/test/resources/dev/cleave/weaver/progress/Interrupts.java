import dev.cleave.Future;

/** Whoever needs the result is interrupted meanwhile. */
public final class Interrupts {
    private static int interrupts(Thread owner, Gate begun) {
        begun.open();
        if (Thread.currentThread() != owner) {
            while (owner.getState() != Thread.State.WAITING
                    && owner.getState() != Thread.State.TIMED_WAITING) {
                Thread.yield();
            }
        }
        for (int i = 0; i < 3; i++) {
            owner.interrupt();
            Thread.yield();
        }
        return 1;
    }

    private static void awaitOpen(Gate gate) {
        while (!gate.isOpen()) {
            Thread.yield();
        }
    }

    /** The wait goes on, and the interrupt is kept. */
    private static String whileItWaits() {
        Gate begun = new Gate();
        @Future int x = interrupts(Thread.currentThread(), begun);
        awaitOpen(begun);
        int y = x;
        return y + " " + Thread.interrupted();
    }

    private static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int x = fib(n - 1);
        int y = fib(n - 2);
        return x + y;
    }

    private static String before() {
        Thread.currentThread().interrupt();
        int x = fib(16);
        return x + " " + Thread.interrupted();
    }

    private static boolean wasInterrupted(Gate begun, boolean interrupt) {
        boolean was = Thread.interrupted();
        if (interrupt) {
            Thread.currentThread().interrupt();
        }
        begun.open();
        return was;
    }

    /** An interrupt of who makes one call does not reach the next. */
    private static boolean doesItStay() {
        boolean stayed = false;
        for (int i = 0; i < 10; i++) {
            Gate begun = new Gate();
            @Future boolean was = wasInterrupted(begun, i % 2 == 0);
            boolean own = Thread.interrupted(); // where nobody else made the call
            awaitOpen(begun);
            stayed |= was;
        }
        return stayed;
    }

    public static String run() {
        String all = "";
        for (int i = 0; i < 5; i++) {
            all += whileItWaits() + " ";
        }
        return all + before() + " " + doesItStay();
    }
}
