package dev.cleave.pekko.benchmarks;

import org.apache.pekko.actor.Props;

/** Takes what producers send, and checks that each one's come in order. */
final class Sink extends Player {
    private final int[] next;
    private long left;

    /** Whose message it is, and which. */
    record Numbered(int producer, int number) {}

    private Sink(int producers, int messages, Stage stage) {
        super(stage);
        next = new int[producers];
        left = (long) producers * messages;
    }

    static Props props(int producers, int messages, Stage stage) {
        return Props.create(Sink.class, () -> new Sink(producers, messages, stage));
    }

    @Override
    public void onReceive(Object message) {
        Numbered numbered = (Numbered) message;
        int expected = next[numbered.producer]++;
        if (numbered.number != expected) {
            stage.wrong(numbered + " where " + expected + " was expected");
        }
        if (--left == 0) {
            stage.complete();
        }
    }
}
