package dev.cleave.scheduling;

import dev.cleave.metrics.events.Detached;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tries again to start a worker that could not be started. Whoever wanted it may wait by now for
 * what only that worker would do, as may everybody else, and would not ask again. Waits 1 ms, then
 * twice as long each time, up to a second, in a thread that is there only meanwhile.
 */
final class LateStart implements Runnable {
    private static final long LONGEST_MILLIS = 1_000;

    private final Scheduler scheduler;

    /** Whether the thread is there; under the lock. */
    private boolean isUnderWay;

    /** Whether a start has failed since it has looked; under the lock. */
    private boolean hasFailed;

    /** Of starts of the thread. */
    private final Backoff backoff = new Backoff();

    LateStart(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Nobody could be woken or started. Any thread. */
    void begin() {
        if (scheduler.host.makesWorkersLater() && isNeeded()) {
            enter();
        }
    }

    private synchronized void enter() {
        hasFailed = true;
        if (!isUnderWay && backoff.isOver() && StackRoom.isLeftToInitialize()) {
            try {
                Detached.daemon(this, scheduler.name() + "-late-start").start();
                isUnderWay = true;
            } catch (OutOfMemoryError noThread) {
                backoff.begin(); // whoever asks for a worker after that tries again
            }
        }
    }

    @Override
    public void run() {
        for (long millis = 1; isStillFailing(); millis = Math.min(2 * millis, LONGEST_MILLIS)) {
            // Not a sleep, which takes heap. Interrupts are meant for nobody here.
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(millis));
            Thread.interrupted();
            if (isNeeded()) {
                scheduler.idling.trySignalWork();
                scheduler.watch.ensure();
            }
        }
    }

    private synchronized boolean isStillFailing() {
        isUnderWay = hasFailed || isNeeded();
        hasFailed = false;
        return isUnderWay;
    }

    private boolean isNeeded() {
        return scheduler.idling.wantsSignals() && scheduler.idling.hasWork()
                || scheduler.watch.isMissing() && !scheduler.termination.isStopping();
    }
}
