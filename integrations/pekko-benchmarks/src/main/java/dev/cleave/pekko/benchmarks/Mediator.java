package dev.cleave.pekko.benchmarks;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;

/** Sends to the one whatever comes from elsewhere, and back what comes from there. */
final class Mediator extends Player {
    private final ActorRef pong;

    private Mediator(ActorRef pong, Stage stage) {
        super(stage);
        this.pong = pong;
    }

    static Props props(ActorRef pong, Stage stage) {
        return Props.create(Mediator.class, () -> new Mediator(pong, stage));
    }

    @Override
    public void onReceive(Object message) {
        ActorRef to = getSender().equals(pong) ? ((Ping.Numbered) message).from() : pong;
        to.tell(message, getSelf());
    }
}
