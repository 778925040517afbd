package dev.cleave.pekko;

import com.typesafe.config.Config;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.LightArrayRevolverScheduler;
import org.apache.pekko.event.LoggingAdapter;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/**
 * Pekko's scheduler, but {@link NextWatch} looks when a test says so, or never: what it would put
 * right in the end must be right without it, and whose turn it is does not depend on timing.
 */
public final class WatchByHand extends LightArrayRevolverScheduler {
    /** A line of an actor system's configuration. */
    static final String CONFIGURATION =
            "pekko.scheduler.implementation = \"" + WatchByHand.class.getName() + "\"\n";

    private final Queue<Runnable> due = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    /** Called by Pekko. */
    public WatchByHand(Config config, LoggingAdapter log, ThreadFactory threads) {
        super(config, log, threads);
    }

    static WatchByHand of(ActorSystem system) {
        return (WatchByHand) system.scheduler();
    }

    /**
     * Has the watch take one look, if it is to; in the calling thread.
     *
     * @return whether it was to
     */
    boolean look() {
        Runnable next = due.poll();
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    /** To the watch it is from now on as after the end of the system; it is off. */
    void end() {
        ended = true;
        while (look()) {
            continue; // none follows
        }
    }

    @Override
    public Cancellable scheduleOnce(
            FiniteDuration delay, Runnable task, ExecutionContext executor) {
        if (executor != NextWatch.HERE) {
            return super.scheduleOnce(delay, task, executor);
        }
        if (ended) {
            throw new IllegalStateException("cannot enqueue after timer shutdown");
        }
        due.add(task);
        return Cancellable.alreadyCancelled();
    }
}
