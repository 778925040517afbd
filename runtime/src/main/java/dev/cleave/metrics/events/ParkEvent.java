package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A worker that had found nothing to do slept. */
@Name("dev.cleave.Park")
@Label("Park")
@Description("A worker that had found nothing to do slept")
@Threshold("10 ms")
final class ParkEvent extends PoolEvent {
    @Label("Worker")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int worker;

    static Object start() {
        ParkEvent event = new ParkEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    static void write(Object started, String pool, int worker) {
        ParkEvent event = (ParkEvent) started;
        if (event.shouldCommit()) {
            event.pool = pool;
            event.worker = worker;
            event.commit();
        }
    }
}
