package dev.cleave;

import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A task that is submitted when its time has come, once or again and again. */
final class DelayedTask<T> extends InterruptibleTask<T> implements ScheduledFuture<T> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // it belongs to a pool, and cannot be serialised
    private final DelayScheduler delays;

    /** Nanoseconds from one start to the next; negative, from an end to the next start; or 0. */
    private final long period;

    /** A {@link System#nanoTime} instant; its runner writes. */
    private volatile long time;

    /** {@link DelayScheduler} writes. */
    @SuppressWarnings("serial")
    volatile DelayScheduler.Wait latest;

    DelayedTask(DelayScheduler delays, Callable<? extends T> callable, long time, long period) {
        super(callable);
        this.delays = delays;
        this.time = time;
        this.period = period;
    }

    boolean isPeriodic() {
        return period != 0;
    }

    @Override
    protected boolean exec() {
        endWait(); // before its time, perhaps, by invoke()
        super.exec();
        if (isPeriodic() && !isDone()) {
            time = (period > 0 ? time : System.nanoTime()) + Math.abs(period);
            if (delays.hold(this)) {
                return false; // from here on another worker may be running it
            }
            cancel(false);
        }
        return true;
    }

    @Override
    void completedBySomebody() {
        endWait();
    }

    private void endWait() {
        DelayScheduler.Wait wait = latest;
        if (wait != null) {
            wait.end();
        }
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(time - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.signum(
                other instanceof DelayedTask<?> d
                        ? time - d.time
                        : getDelay(TimeUnit.NANOSECONDS) - other.getDelay(TimeUnit.NANOSECONDS));
    }
}
