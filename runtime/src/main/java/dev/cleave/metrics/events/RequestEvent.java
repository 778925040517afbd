package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A thread that wants work asked a worker for it. */
@Name("dev.cleave.Request")
@Label("Request")
@Description("A thread that wants work asked a worker for it")
@Enabled(false)
final class RequestEvent extends PoolEvent {
    @Label("Thief")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int thief;

    @Label("Victim")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int victim;

    static void write(String pool, int thief, int victim) {
        RequestEvent event = new RequestEvent();
        if (event.shouldCommit()) {
            event.pool = pool;
            event.thief = thief;
            event.victim = victim;
            event.commit();
        }
    }
}
