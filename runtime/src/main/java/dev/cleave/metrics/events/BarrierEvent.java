package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A thread waited at a barrier. */
@Name("dev.cleave.Barrier")
@Label("Barrier")
@Description("A thread of a parallel region waited at a barrier for the others")
@Threshold("1 ms")
final class BarrierEvent extends PoolEvent {
    @Label("Thread")
    @Description("Its number in the region, from 0")
    int thread;

    static Object start() {
        BarrierEvent event = new BarrierEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    static void write(Object started, String pool, int thread) {
        BarrierEvent event = (BarrierEvent) started;
        if (event.shouldCommit()) {
            event.pool = pool;
            event.thread = thread;
            event.commit();
        }
    }
}
