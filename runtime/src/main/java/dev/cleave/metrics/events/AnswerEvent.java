package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A worker answered a request for work. */
@Name("dev.cleave.Answer")
@Label("Answer")
@Description("A worker answered a request for work at one of its polls")
@Enabled(false)
final class AnswerEvent extends PoolEvent {
    @Label("Victim")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int victim;

    @Label("Thief")
    @Description("The worker that is answered; -2 for whoever comes first")
    int thief;

    @Label("Granted")
    @Description("Whether there was a task to give")
    boolean granted;

    static void write(String pool, int victim, int thief, boolean granted) {
        AnswerEvent event = new AnswerEvent();
        if (event.shouldCommit()) {
            event.pool = pool;
            event.victim = victim;
            event.thief = thief;
            event.granted = granted;
            event.commit();
        }
    }
}
