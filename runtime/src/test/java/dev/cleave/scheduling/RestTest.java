package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker lets alone that has taken a task not worth the taking, and for how long. */
@Timeout(60)
class RestTest {
    private static final long DAY = TimeUnit.DAYS.toNanos(1);

    private final Scheduler scheduler =
            new Scheduler(
                    new NoWorkers(),
                    new Scheduler.Sizes(0, 0, 2, 0, 1),
                    false,
                    Disciplines::chaseLev,
                    false);

    private final WorkQueue victim = queue();
    private final WorkQueue thief = queue();

    private WorkQueue queue() {
        WorkQueue queue = Disciplines.chaseLev(scheduler);
        scheduler.workers.add(queue);
        return queue;
    }

    @Test
    void itIsForWhoTookATaskThatWasTooShort() {
        thief.restUnless(DAY, DAY);
        assertFalse(thief.rests());
        thief.restUnless(DAY, DAY - 1);
        assertTrue(thief.rests());
    }

    @Test
    void itEnds() {
        thief.restUnless(1, 0);
        while (thief.rests()) {
            Thread.onSpinWait();
        }
        assertSame(pushed(1), scheduler.idling.scan(thief, !thief.rests()));
    }

    @Test
    void onlyWhatIsSubmittedIsTakenMeanwhile() {
        Task forked = pushed(1);
        Task submitted = new NumberedTask(2);
        assertNull(scheduler.idling.scan(thief, false));
        scheduler.submit(submitted, false);
        assertSame(submitted, scheduler.idling.scan(thief, false));
        assertNull(scheduler.idling.scan(thief, false));
        assertSame(forked, scheduler.idling.scan(thief, true));
    }

    @Test
    void whatIsSubmittedIsAlwaysWorthTaking() {
        pushed(1);
        scheduler.idling.scan(thief, true);
        assertEquals(Tuning.WORTHWHILE_TASK_NANOS, thief.worthwhileNanos);
        scheduler.submit(new NumberedTask(2), false);
        scheduler.idling.scan(thief, true);
        assertEquals(0, thief.worthwhileNanos);
    }

    private Task pushed(int number) {
        Task task = new NumberedTask(number);
        victim.push(task);
        return task;
    }
}
