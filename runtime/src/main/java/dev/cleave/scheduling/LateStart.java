package dev.cleave.scheduling;

import dev.cleave.metrics.events.Detached;

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
        if (!isUnderWay && StackRoom.isLeftToInitialize()) {
            String name = scheduler.name() + "-late-start";
            Thread thread = Detached.make(() -> new Thread(null, this, name, 0, false));
            thread.setDaemon(true);
            thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
            try {
                thread.start();
                isUnderWay = true;
            } catch (OutOfMemoryError noThread) {
                // Whoever asks next for a worker tries again.
            }
        }
    }

    @Override
    public void run() {
        for (long millis = 1; isStillFailing(); millis = Math.min(2 * millis, LONGEST_MILLIS)) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                // Nobody means this thread.
            }
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
