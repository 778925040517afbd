import dev.cleave.Future;

/** Callers hold monitors, calls take others. */
public final class Monitors {
    private final Object first = new Object();
    private final Object second = new Object();
    private int sum;
    private boolean said;

    private int addUnderSecond(Gate begun, int n) {
        begun.open();
        synchronized (second) {
            return sum += n;
        }
    }

    private int addUnderBoth(Gate begun, int n) {
        begun.open();
        synchronized (first) {
            synchronized (second) {
                return sum += n;
            }
        }
    }

    /** What the call takes, the code beside it takes too. */
    private int underCallersFirst() throws Exception {
        Gate begun = new Gate();
        @Future int x = addUnderSecond(begun, 1);
        begun.pass();
        synchronized (second) {
            sum += 10;
        }
        return x & 0 | sum;
    }

    private int inTheSameOrder() throws Exception {
        Gate begun = new Gate();
        @Future int x = addUnderBoth(begun, 100);
        begun.pass();
        synchronized (first) {
            synchronized (second) {
                sum += 1000;
            }
        }
        return x & 0 | sum;
    }

    private int says() {
        synchronized (first) {
            said = true;
            first.notifyAll();
            return 5;
        }
    }

    /** A thread that waits holds no monitor. */
    private int waits() throws Exception {
        @Future int x = says();
        synchronized (first) {
            while (!said) {
                first.wait();
            }
        }
        return x;
    }

    private int tree(int n) {
        if (n == 0) {
            synchronized (second) {
                sum++;
            }
            return 1;
        }
        @Future int x = tree(n - 1);
        int y = tree(n - 1);
        return x + y;
    }

    public static String run() throws Exception {
        Monitors m = new Monitors();
        String all;
        synchronized (m.first) {
            all = m.underCallersFirst() + " " + m.tree(12);
        }
        return all + " " + m.inTheSameOrder() + " " + m.waits();
    }
}
