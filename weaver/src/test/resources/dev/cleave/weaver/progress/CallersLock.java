import dev.cleave.Future;
import java.util.concurrent.locks.ReentrantLock;

/** A call needs the lock that its declaring thread holds until it has the result. */
public final class CallersLock {
    private final ReentrantLock lock = new ReentrantLock();

    private int needsTheLock(Gate begun) throws InterruptedException {
        begun.open();
        lock.lockInterruptibly();
        try {
            return 1;
        } finally {
            lock.unlock();
        }
    }

    private int declares() throws InterruptedException {
        Gate begun = new Gate();
        @Future int x = needsTheLock(begun);
        begun.pass();
        return x;
    }

    public static String run() throws Exception {
        CallersLock held = new CallersLock();
        held.lock.lock();
        try {
            return "" + held.declares();
        } finally {
            held.lock.unlock();
        }
    }
}
