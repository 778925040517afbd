import dev.cleave.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks held from a declaration to the first use, which the weaver does not see. */
public final class Locks {
    private final ReentrantLock mine = new ReentrantLock();
    private final ReentrantLock calls = new ReentrantLock();
    private final Condition said = mine.newCondition();
    private final ReentrantReadWriteLock shared = new ReentrantReadWriteLock();
    private boolean spoken;
    private int sum;

    private int add(Gate begun, int n) {
        begun.open();
        calls.lock();
        try {
            return sum += n;
        } finally {
            calls.unlock();
        }
    }

    private int heldThroughout() throws Exception {
        mine.lock();
        try {
            Gate begun = new Gate();
            @Future int x = add(begun, 1);
            begun.pass();
            int y = add(begun, 10);
            return x + y > 0 ? sum : -1;
        } finally {
            mine.unlock();
        }
    }

    private int says() {
        mine.lock();
        try {
            spoken = true;
            said.signalAll();
            return 7;
        } finally {
            mine.unlock();
        }
    }

    /** Who waits for a condition does not hold its lock. */
    private int awaits() throws Exception {
        mine.lock();
        try {
            @Future int x = says();
            while (!spoken) {
                said.await();
            }
            mine.unlock();
            try {
                return x;
            } finally {
                mine.lock();
            }
        } finally {
            mine.unlock();
        }
    }

    private int reads(Gate begun) {
        shared.readLock().lock();
        try {
            begun.open();
            return sum;
        } finally {
            shared.readLock().unlock();
        }
    }

    private int bothRead() throws Exception {
        shared.readLock().lock();
        try {
            Gate begun = new Gate();
            @Future int x = reads(begun);
            begun.pass();
            return x + sum;
        } finally {
            shared.readLock().unlock();
        }
    }

    public static String run() throws Exception {
        Locks l = new Locks();
        return l.heldThroughout() + " " + l.awaits() + " " + l.bothRead();
    }
}
