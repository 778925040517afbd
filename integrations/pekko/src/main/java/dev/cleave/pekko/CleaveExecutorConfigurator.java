package dev.cleave.pekko;

import com.typesafe.config.Config;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.ExecutorServiceConfigurator;
import org.apache.pekko.dispatch.ExecutorServiceFactory;
import org.apache.pekko.dispatch.MonitorableThreadFactory;

/**
 * Runs a dispatcher of Pekko's own on a Cleave pool:
 *
 * <pre>{@code
 * my-dispatcher {
 *   type = Dispatcher
 *   executor = "dev.cleave.pekko.CleaveExecutorConfigurator"
 * }
 * }</pre>
 *
 * <p>{@link CleaveDispatcherConfigurator} does that and more.
 */
public final class CleaveExecutorConfigurator extends ExecutorServiceConfigurator {
    private final Settings settings;
    private final DispatcherPrerequisites prerequisites;

    /**
     * Called by Pekko.
     *
     * @param config the dispatcher's configuration; its block {@code cleave} is described in
     *     reference.conf
     * @param prerequisites what the actor system provides
     * @throws org.apache.pekko.ConfigurationException if the block says what cannot be
     */
    public CleaveExecutorConfigurator(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        this.settings = Settings.of(config, prerequisites);
        this.prerequisites = prerequisites;
    }

    Settings settings() {
        return settings;
    }

    /**
     * {@inheritDoc} Pools that it makes start threads as they are needed.
     *
     * @throws IllegalArgumentException if the actor system's thread factory is not Pekko's
     */
    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
        if (!(threads instanceof MonitorableThreadFactory named)) {
            throw new IllegalArgumentException(
                    "dispatcher ["
                            + id
                            + "]: Cleave makes workers like those of a MonitorableThreadFactory,"
                            + " and this actor system has a "
                            + threads.getClass().getName());
        }
        MonitorableThreadFactory like = named.withName(named.name() + "-" + id);
        return () -> {
            NextWatch watch = new NextWatch(prerequisites.scheduler());
            return settings.newPool(
                    like.name(), pool -> new ActorWorker(pool, like, watch, settings.chain()));
        };
    }
}
