package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A busy worker handed a task to one that waited. */
@Name("dev.cleave.Deal")
@Label("Deal")
@Description("A busy worker handed a task to one that waited (scheduling SENDER_INITIATED)")
@Enabled(false)
final class DealEvent extends PoolEvent {
    @Label("From")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int from;

    @Label("To")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int to;

    static void write(String pool, int from, int to) {
        DealEvent event = new DealEvent();
        if (event.shouldCommit()) {
            event.pool = pool;
            event.from = from;
            event.to = to;
            event.commit();
        }
    }
}
