package dev.cleave.benchmarks;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells the listening virtual machine what has been done, but not after every short run: it takes a
 * processor to listen, which the next run would have to do without if it has them all.
 */
final class EventSender implements Consumer<Event>, AutoCloseable {
    /** So rarely that few of the shortest runs are disturbed, and long before any timeout. */
    private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PrintStream to;
    private final StringBuilder held = new StringBuilder();
    private long sentAt = System.nanoTime() - HELD_NANOS;

    EventSender(PrintStream to) {
        this.to = to;
    }

    @Override
    public void accept(Event event) {
        held.append(event.line()).append('\n');
        if (System.nanoTime() - sentAt >= HELD_NANOS) {
            send();
        }
    }

    private void send() {
        to.print(held);
        to.flush();
        held.setLength(0);
        sentAt = System.nanoTime();
    }

    /** Sends what is still held. */
    @Override
    public void close() {
        send();
    }
}
