package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who wakes a worker for what an owner has left that pushes no more. */
@Timeout(60)
class PropagationTest {
    private final NoWorkers host = new NoWorkers();
    private final Scheduler scheduler =
            new Scheduler(
                    host, new Scheduler.Sizes(2, 2, 2, 0, 1), false, Disciplines::split, false);

    private final WorkQueue owner = Disciplines.split(scheduler);
    private final WorkQueue thief = Disciplines.split(scheduler);
    private final NumberedTask[] tasks = NumberedTask.upTo(2);

    @Test
    void aThiefThatLeavesATaskBehindWakesAnother() {
        scheduler.workers.add(owner);
        for (NumberedTask task : tasks) {
            owner.push(task); // the first answers the request that every queue begins with
        }
        int before = host.askedFor.get();
        assertSame(tasks[0], scheduler.idling.scan(thief, true));
        assertEquals(before + 1, host.askedFor.get());
    }

    @Test
    void whoTakesTheLastWakesNobody() {
        scheduler.workers.add(owner);
        owner.push(tasks[0]);
        int before = host.askedFor.get();
        assertSame(tasks[0], scheduler.idling.scan(thief, true));
        assertEquals(before, host.askedFor.get());
    }
}
