package dev.cleave.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueType;
import dev.cleave.ForkJoinPool;
import dev.cleave.PoolBuilder;
import dev.cleave.Scheduling;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pekko.ConfigurationException;
import org.apache.pekko.dispatch.DispatcherPrerequisites;

/**
 * What a dispatcher's block {@code cleave} says, over {@code cleave.pekko} of reference.conf.
 *
 * @param workers threads that may run actors at once; 0 for as many as there are processors
 * @param maximumThreads threads at most; 0 for the pool's own default
 * @param chain actors that a worker runs one after another ahead of its queue
 * @param backlog messages that may wait for an actor before threads outside that send to it yield;
 *     0 for any number
 */
record Settings(int workers, int maximumThreads, int chain, int backlog) {
    private static final String BLOCK = "cleave";
    private static final String WORKERS = "workers";
    private static final String MAXIMUM_THREADS = "maximum-threads";
    private static final String CHAIN = "chain";
    private static final String BACKLOG = "backlog";
    private static final String AUTO = "auto";
    private static final int MOST_THREADS = 32767;

    /**
     * Reads them.
     *
     * @param dispatcher the dispatcher's configuration
     * @throws ConfigurationException if a value is out of range, or a key is not known
     */
    static Settings of(Config dispatcher, DispatcherPrerequisites prerequisites) {
        String id = dispatcher.hasPath("id") ? dispatcher.getString("id") : "?";
        Config defaults = prerequisites.settings().config().getConfig("cleave.pekko");
        Config own = defaults;
        if (dispatcher.hasPath(BLOCK)) {
            if (dispatcher.getValue(BLOCK).valueType() != ConfigValueType.OBJECT) {
                throw new ConfigurationException(
                        "dispatcher ["
                                + id
                                + "]: cleave is a block, as in cleave { workers = 4 }; it is "
                                + dispatcher.getValue(BLOCK).unwrapped());
            }
            Set<String> unknown = new TreeSet<>(dispatcher.getConfig(BLOCK).root().keySet());
            unknown.removeAll(defaults.root().keySet());
            if (!unknown.isEmpty()) {
                throw new ConfigurationException(
                        "dispatcher ["
                                + id
                                + "]: cleave has no "
                                + String.join(", ", unknown)
                                + "; it has "
                                + String.join(", ", new TreeSet<>(defaults.root().keySet())));
            }
            own = dispatcher.getConfig(BLOCK).withFallback(defaults);
        }
        Settings settings =
                new Settings(
                        number(own, id, WORKERS, 1, MOST_THREADS, true),
                        number(own, id, MAXIMUM_THREADS, 1, MOST_THREADS, true),
                        number(own, id, CHAIN, 0, Integer.MAX_VALUE, false),
                        number(own, id, BACKLOG, 0, Integer.MAX_VALUE, false));
        if (settings.maximumThreads != 0 && settings.maximumThreads < settings.workers) {
            throw new ConfigurationException(
                    String.format(
                            "dispatcher [%s]: cleave.maximum-threads = %d is less than"
                                    + " cleave.workers = %d; raise the one or lower the other",
                            id, settings.maximumThreads, settings.workers));
        }
        return settings;
    }

    private static int number(
            Config config, String id, String key, int least, int most, boolean orAuto) {
        String value = config.getValue(key).unwrapped().toString();
        if (orAuto && value.equals(AUTO)) {
            return 0;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // as one that is out of range
        }
        throw new ConfigurationException(
                String.format(
                        "dispatcher [%s]: cleave.%s = %s; a number from %d to %d%s is needed",
                        id, key, value, least, most, orAuto ? ", or auto," : ""));
    }

    /**
     * A pool of this size, whose workers run their own tasks oldest first. That takes one atomic
     * operation a task where every task is public at once, and several elsewhere.
     */
    ForkJoinPool newPool(String name, ForkJoinPool.ForkJoinWorkerThreadFactory factory) {
        PoolBuilder builder =
                ForkJoinPool.builder()
                        .name(name)
                        .threadFactory(factory)
                        .asyncMode(true)
                        .scheduling(Scheduling.CHASE_LEV);
        if (workers != 0) {
            builder.workers(workers);
        }
        if (maximumThreads != 0) {
            builder.maximumPoolSize(maximumThreads);
        }
        return builder.build();
    }
}
