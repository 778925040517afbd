package dev.cleave.pekko;

import com.typesafe.config.Config;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.LightArrayRevolverScheduler;
import org.apache.pekko.event.LoggingAdapter;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/**
 * Pekko's scheduler, but {@link NextWatch} never gets a turn: what it would put right in the end
 * must be right without it, and whose turn it is does not depend on timing.
 */
public final class Unwatched extends LightArrayRevolverScheduler {
    /** A line of an actor system's configuration. */
    static final String CONFIGURATION =
            "pekko.scheduler.implementation = \"" + Unwatched.class.getName() + "\"\n";

    /** Called by Pekko. */
    public Unwatched(Config config, LoggingAdapter log, ThreadFactory threads) {
        super(config, log, threads);
    }

    @Override
    public Cancellable scheduleOnce(
            FiniteDuration delay, Runnable task, ExecutionContext executor) {
        return executor == NextWatch.HERE
                ? Cancellable.alreadyCancelled()
                : super.scheduleOnce(delay, task, executor);
    }
}
