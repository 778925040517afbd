import dev.cleave.Future;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

public final class Exceptions {
    static final class Log {
        private final StringBuffer text = new StringBuffer();

        int add(String word) {
            text.append(word).append(' ');
            return 1;
        }

        int fail(String word) throws IOException {
            throw new IOException(word);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        @Future int a = fib(n - 1);
        int b = fib(n - 2);
        return a + b;
    }

    static String passesBy() {
        Log log = new Log();
        try {
            @Future int x = log.fail("A");
            try {
                if (x == 0) {
                    log.fail("never");
                }
                return "no " + x;
            } catch (IOException notFromHere) {
                return "wrong";
            } finally {
                log.add("after the call, or beside it");
            }
        } catch (IOException e) {
            return "caught " + e.getMessage();
        }
    }

    static String firstInProgramOrder() {
        Log log = new Log();
        try {
            @Future int x = log.add("C");
            @Future int y = log.fail("D");
            @Future int z = fib(5);
            if (log != null) {
                throw new IllegalStateException("F");
            }
            return "no" + x + y + z;
        } catch (Exception e) {
            return e + " " + log;
        }
    }

    static String leftByException() {
        Log log = new Log();
        try {
            try {
                @Future int x = fib(9);
                throw new RuntimeException("r");
            } finally {
                log.add("f");
            }
        } catch (RuntimeException e) {
            return log + e.getMessage();
        }
    }

    static int usedInHandler() {
        @Future int x = fib(10);
        int r = 0;
        try {
            r += Integer.parseInt("zz");
        } catch (NumberFormatException e) {
            r += x;
        }
        r += x;
        return r;
    }

    static int calledInTry(boolean fails) {
        @Future int x;
        try {
            x = mayFail(fails);
        } catch (IOException e) {
            return -1;
        }
        return x;
    }

    static int mayFail(boolean fails) throws IOException {
        if (fails) {
            throw new IOException();
        }
        return 3;
    }

    static int returnedThroughFinally() {
        Log log = new Log();
        @Future int x = fib(7);
        try {
            return x;
        } finally {
            log.add("z");
        }
    }

    static String nested() {
        Log log = new Log();
        @Future int x = fib(7);
        try {
            @Future int y = fib(6);
            try {
                return "no" + Integer.parseInt("q") + y;
            } catch (NumberFormatException e) {
                return x + " " + y;
            }
        } finally {
            log.add("n");
        }
    }

    /** The compiler repeats a finally block at every way out of its try statement. */
    static String declaredInFinally(int way) {
        Log log = new Log();
        int r = 0;
        try {
            if (way == 0) {
                return "early";
            }
            if (way == 1) {
                throw new IllegalStateException();
            }
            if (way == 4) {
                throw new IllegalArgumentException("out");
            }
            log.add("a");
        } catch (IllegalStateException e) {
            log.add("c");
        } finally {
            @Future int x = fib(7);
            int y = fib(6);
            r = x + y;
            log.add("" + r);
            if (way == 3) {
                return log.toString();
            }
        }
        return log.toString() + r;
    }

    static int resources() throws Exception {
        int[] closed = {0};
        try (AutoCloseable c = () -> closed[0]++) {
            @Future int x = fib(9);
            int y = fib(3);
            closed[0] += y;
            return x + closed[0];
        }
    }

    static final ReentrantLock LOCK = new ReentrantLock();

    static boolean isHeld() {
        return LOCK.isHeldByCurrentThread() || LOCK.isLocked();
    }

    static String completedBeforeUnlock() {
        boolean[] seen = new boolean[1];
        LOCK.lock();
        try {
            @Future boolean held = note(seen);
            return "returned";
        } finally {
            LOCK.unlock();
            if (!seen[0]) {
                throw new AssertionError("the lock was released before the call was over");
            }
        }
    }

    static boolean note(boolean[] seen) {
        seen[0] = isHeld();
        return true;
    }

    static int besideMonitor(Object monitor) {
        int r;
        synchronized (monitor) {
            r = 3;
        }
        @Future int x = fib(5);
        int y = fib(4);
        synchronized (monitor) {
            r += y;
        }
        return r + x;
    }

    static String guarded(int way) {
        try {
            return declaredInFinally(way);
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    public static String run() throws Exception {
        StringBuilder all = new StringBuilder();
        all.append(passesBy()).append('\n').append(firstInProgramOrder()).append('\n');
        all.append(leftByException()).append('\n').append(usedInHandler()).append(' ');
        all.append(calledInTry(true)).append(calledInTry(false)).append(' ');
        all.append(returnedThroughFinally()).append(' ').append(nested()).append('\n');
        for (int way = 0; way < 5; way++) {
            all.append(guarded(way)).append('\n');
        }
        synchronized (LOCK) {
            all.append(completedBeforeUnlock()).append(' ');
        }
        return all.append(resources()).append(' ').append(besideMonitor(new Object())).toString();
    }
}
