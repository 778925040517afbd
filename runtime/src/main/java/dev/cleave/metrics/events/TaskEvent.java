package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A worker ran a task that came from elsewhere: few, and the large ones. */
@Name("dev.cleave.Task")
@Label("Task")
@Description(
        "A worker ran a task that it had stolen or that was submitted, with all that the task joined")
@Threshold("1 ms")
final class TaskEvent extends PoolEvent {
    @Label("Worker")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int worker;

    @Label("Task Class")
    @Description(
            "The task's class, or that of what it was made of; of a woven call, its place in the source")
    String taskClass;

    static Object start() {
        TaskEvent event = new TaskEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    static void write(Object started, String pool, int worker, Object task) {
        TaskEvent event = (TaskEvent) started;
        if (event.shouldCommit()) {
            event.pool = pool;
            event.worker = worker;
            event.taskClass = Described.of(task);
            event.commit();
        }
    }
}
