package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A thread waited for a task that another ran. */
@Name("dev.cleave.Join")
@Label("Join")
@Description("A thread waited for a task that another ran, helping where it could")
@Threshold("10 ms")
final class JoinEvent extends PoolEvent {
    @Label("Worker")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int worker;

    @Label("Task Class")
    @Description("Of the task it waited for; see Steal")
    String taskClass;

    static Object start() {
        JoinEvent event = new JoinEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    static void write(Object started, String pool, int worker, Object task) {
        JoinEvent event = (JoinEvent) started;
        if (event.shouldCommit()) {
            event.pool = pool;
            event.worker = worker;
            event.taskClass = Described.of(task);
            event.commit();
        }
    }
}
