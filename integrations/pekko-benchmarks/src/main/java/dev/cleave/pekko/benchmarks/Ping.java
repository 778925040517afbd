package dev.cleave.pekko.benchmarks;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;

/** Sends a number, and when it comes back the next. */
final class Ping extends Player {
    /** What it is to begin at. */
    static final Object BEGIN = new Object();

    private final ActorRef to;
    private final int messages;
    private Numbered last;

    /** Its number, and who is to have it back. */
    record Numbered(int number, ActorRef from) {}

    private Ping(ActorRef to, int messages, Stage stage) {
        super(stage);
        this.to = to;
        this.messages = messages;
    }

    static Props props(ActorRef to, int messages, Stage stage) {
        return Props.create(Ping.class, () -> new Ping(to, messages, stage));
    }

    @Override
    public void onReceive(Object message) {
        if (message != (last == null ? BEGIN : last)) {
            stage.wrong("sent " + last + ", got " + message);
        }
        int next = last == null ? 0 : last.number + 1;
        if (next == messages) {
            stage.complete();
            return;
        }
        last = new Numbered(next, getSelf());
        to.tell(last, getSelf());
    }
}
