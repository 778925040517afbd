package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A pool grew or shrank. */
@Name("dev.cleave.ProcessorsChanged")
@Label("Processors Changed")
@Description("The number of workers of a pool that may compute at once changed")
final class ProcessorsChangedEvent extends PoolEvent {
    @Label("From")
    @Description("Workers that could compute at once until then")
    int from;

    @Label("To")
    @Description("Workers that can from then on")
    int to;

    @Label("Cause")
    @Description("source, request or setParallelism")
    String cause;

    static void write(String pool, int from, int to, String cause) {
        ProcessorsChangedEvent event = new ProcessorsChangedEvent();
        if (event.shouldCommit()) {
            event.pool = pool;
            event.from = from;
            event.to = to;
            event.cause = cause;
            event.commit();
        }
    }
}
