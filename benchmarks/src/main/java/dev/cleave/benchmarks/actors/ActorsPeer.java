package dev.cleave.benchmarks.actors;

/** A dispatcher. */
enum ActorsPeer {
    /** Pekko's, as it is: on java.util.concurrent, with at least 8 threads. */
    PEKKO("pekko", ""),
    /** Pekko's, with a thread for each processor. */
    PEKKO_SIZED(
            "pekko-sized", "pekko.actor.default-dispatcher.fork-join-executor.parallelism-min = 1"),
    /** Cleave's, as it is. */
    CLEAVE(
            "cleave",
            "pekko.actor.default-dispatcher.type ="
                    + " \"dev.cleave.pekko.CleaveDispatcherConfigurator\"");

    private final String label;
    private final String configuration;

    ActorsPeer(String label, String configuration) {
        this.label = label;
        this.configuration = configuration;
    }

    String label() {
        return label;
    }

    /** What it adds to an actor system's configuration. */
    String configuration() {
        return configuration;
    }
}
