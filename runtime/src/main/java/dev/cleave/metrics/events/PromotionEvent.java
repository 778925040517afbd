package dev.cleave.metrics.events;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Private tasks became public, or pending calls became tasks. */
@Name("dev.cleave.Promotion")
@Label("Promotion")
@Description("A worker made private tasks public, or tasks of pending calls")
@Enabled(false)
final class PromotionEvent extends PoolEvent {
    @Label("Worker")
    @Description("The worker's place among the pool's, from 0; -1 for a thread that is no worker")
    int worker;

    @Label("Count")
    @Description("How many")
    int count;

    @Label("Site")
    @Description("Of a pending call, Class.method:line; else null")
    String site;

    static void write(String pool, int worker, int count, Object call) {
        PromotionEvent event = new PromotionEvent();
        if (event.shouldCommit()) {
            event.pool = pool;
            event.worker = worker;
            event.count = count;
            event.site = call == null ? null : Described.of(call);
            event.commit();
        }
    }
}
