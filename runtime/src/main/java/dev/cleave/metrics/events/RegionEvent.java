package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A parallel region, from its start until all threads have left. */
@Name("dev.cleave.Region")
@Label("Parallel Region")
@Description("A thread and workers of its pool ran a parallel region")
final class RegionEvent extends PoolEvent {
    @Label("Threads")
    @Description("How many ran it, the calling one included")
    int threads;

    static Object start() {
        RegionEvent event = new RegionEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    static void write(Object started, String pool, int threads) {
        RegionEvent event = (RegionEvent) started;
        if (event.shouldCommit()) {
            event.pool = pool;
            event.threads = threads;
            event.commit();
        }
    }
}
