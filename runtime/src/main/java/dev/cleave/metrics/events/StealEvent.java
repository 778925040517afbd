package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A worker took a task from another's queue. */
@Name("dev.cleave.Steal")
@Label("Steal")
@Description("A worker took a task from another's queue")
@Enabled(false)
final class StealEvent extends PoolEvent {
    @Label("Thief")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int thief;

    @Label("Victim")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int victim;

    @Label("Task Class")
    @Description(
            "The task's class, or that of what it was made of; of a woven call, its place in the source")
    String taskClass;

    static void write(String pool, int thief, int victim, Object task) {
        StealEvent event = new StealEvent();
        if (event.shouldCommit()) {
            event.pool = pool;
            event.thief = thief;
            event.victim = victim;
            event.taskClass = Described.of(task);
            event.commit();
        }
    }
}
