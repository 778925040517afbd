package dev.cleave.pekko;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.dispatch.ExecutionContexts;
import scala.concurrent.ExecutionContext;

/**
 * Sees to it that no mailbox is kept by a worker whose actor goes on for long: looks every {@link
 * #PERIOD} while workers keep any, by the actor system's scheduler, and is off else.
 */
final class NextWatch {
    /** Whom it watches. */
    interface Keeper {
        /**
         * The watch.
         *
         * @return whether it has kept any mailbox since the last look
         */
        boolean look();
    }

    /** What the scheduler's own ticks are by default: a shorter one would mean that. */
    static final Duration PERIOD = Duration.ofMillis(10);

    /** Runs in the scheduler's thread what is over at once. */
    static final ExecutionContext HERE = ExecutionContexts.fromExecutor(Runnable::run);

    private final Scheduler scheduler;
    private final List<Keeper> keepers = new CopyOnWriteArrayList<>();
    private final AtomicBoolean on = new AtomicBoolean();

    NextWatch(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void add(Keeper keeper) {
        keepers.add(keeper);
    }

    void remove(Keeper keeper) {
        keepers.remove(keeper);
    }

    boolean isOn() {
        return on.getPlain();
    }

    /**
     * Any thread.
     *
     * @return whether it is on; false if the actor system has ended
     */
    boolean turnOn() {
        return !on.compareAndSet(false, true) || schedule(false);
    }

    private boolean schedule(boolean last) {
        try {
            scheduler.scheduleOnce(PERIOD, () -> look(last), HERE);
            return true;
        } catch (IllegalStateException ended) {
            on.set(false);
            return false;
        }
    }

    /** The scheduler's thread; the last time after it has been off for a period. */
    private synchronized void look(boolean last) {
        boolean any = false;
        for (Keeper keeper : keepers) {
            any |= keeper.look();
        }
        if (!last && !any) {
            on.set(false);
            schedule(true);
        } else if (any && (!last || on.compareAndSet(false, true))) {
            schedule(false);
        }
    }
}
