package dev.cleave.pekko;

import com.typesafe.config.Config;
import org.apache.pekko.ConfigurationException;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.MessageDispatcher;
import org.apache.pekko.dispatch.MessageDispatcherConfigurator;
import scala.concurrent.duration.Duration;

/**
 * Runs actors on Cleave:
 *
 * <pre>{@code
 * pekko.actor.default-dispatcher.type = "dev.cleave.pekko.CleaveDispatcherConfigurator"
 * }</pre>
 *
 * <p>What Pekko promises of a dispatcher holds, its settings {@code throughput}, {@code
 * throughput-deadline-time} and {@code shutdown-timeout} included. It brings its executor, which a
 * block {@code cleave} configures: see reference.conf. The idea is that of Pinto et al., 2017,
 * Section IV.
 */
public final class CleaveDispatcherConfigurator extends MessageDispatcherConfigurator {
    private final CleaveDispatcher dispatcher;

    /**
     * Called by Pekko.
     *
     * @param config the dispatcher's configuration
     * @param prerequisites what the actor system provides
     * @throws ConfigurationException if it names another executor, or its block {@code cleave} says
     *     what cannot be
     */
    public CleaveDispatcherConfigurator(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        String executor = config.getString("executor");
        if (!executor.equals("default-executor")
                && !executor.equals(CleaveExecutorConfigurator.class.getName())) {
            throw new ConfigurationException(
                    String.format(
                            "dispatcher [%s]: executor = \"%s\", but %s brings its own: leave"
                                    + " executor out, or take type = Dispatcher",
                            config.getString("id"), executor, getClass().getSimpleName()));
        }
        CleaveExecutorConfigurator own = new CleaveExecutorConfigurator(config, prerequisites);
        dispatcher =
                new CleaveDispatcher(
                        this,
                        config.getString("id"),
                        config.getInt("throughput"),
                        Duration.fromNanos(
                                config.getDuration("throughput-deadline-time").toNanos()),
                        own,
                        Duration.fromNanos(config.getDuration("shutdown-timeout").toNanos()),
                        own.settings().backlog());
    }

    /** {@inheritDoc} The same one at each call. */
    @Override
    public MessageDispatcher dispatcher() {
        return dispatcher;
    }
}
