package dev.cleave.pekko.benchmarks;

import org.apache.pekko.actor.Props;

/** Sends what it gets to whom it has it from. */
final class Echo extends Player {
    private Echo(Stage stage) {
        super(stage);
    }

    static Props props(Stage stage) {
        return Props.create(Echo.class, () -> new Echo(stage));
    }

    @Override
    public void onReceive(Object message) {
        getSender().tell(message, getSelf());
    }
}
