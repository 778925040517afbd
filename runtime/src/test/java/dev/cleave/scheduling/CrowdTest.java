package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When workers are more than the processors, so that who looks for work is in others' way. */
class CrowdTest {
    private static final int MANY = 2 * Tuning.PROCESSORS + 2;

    private final Scheduler scheduler =
            new Scheduler(
                    new NoWorkers(),
                    new Scheduler.Sizes(MANY, MANY, MANY, 0, 1),
                    false,
                    Disciplines::chaseLev,
                    false);

    private final Workers workers = scheduler.workers;

    private void release(int more) {
        for (int i = 0; i < more; i++) {
            assertEquals(Workers.Release.START, workers.releaseOne());
        }
    }

    @Test
    void asManyAsProcessorsAreNone() {
        release(Tuning.PROCESSORS);
        assertFalse(workers.areCrowded());
    }

    @Test
    void whoIsBlockedWillWantAProcessorAsMayWhoItWaitsFor() {
        release(Tuning.PROCESSORS);
        WorkQueue blocked = queue();
        workers.block(blocked);
        assertTrue(workers.areCrowded());
        workers.unblock(blocked);
        assertFalse(workers.areCrowded());
    }

    @Test
    void whoIsParkedWantsNone() {
        release(Tuning.PROCESSORS + 1);
        assertTrue(workers.areCrowded());
        assertTrue(workers.park(Disciplines.chaseLev(scheduler)));
        assertFalse(workers.areCrowded());
    }

    /** Awake, but for so many, which are parked, in the order in which they will be woken. */
    private WorkQueue[] parked(int count, int awake) {
        release(awake + count);
        WorkQueue[] parked = new WorkQueue[count];
        for (int i = 0; i < count; i++) {
            parked[i] = queue();
            assertTrue(workers.park(parked[i]));
        }
        return parked;
    }

    private WorkQueue queue() {
        WorkQueue queue = Disciplines.chaseLev(scheduler);
        workers.add(queue);
        return queue;
    }

    @Test
    void whileProcessorsAreFreeEachSignalWakesAnother() {
        WorkQueue[] parked = parked(2, Tuning.PROCESSORS - 1);
        scheduler.idling.signalWork();
        scheduler.idling.signalWork();
        assertFalse(parked[0].parked);
        assertFalse(parked[1].parked);
    }

    @Test
    void inACrowdASignalIsLeftToWhoHasBeenWokenAndPassesItOn() {
        WorkQueue[] parked = parked(3, Tuning.PROCESSORS);
        scheduler.idling.signalWork();
        scheduler.idling.signalWork();
        assertFalse(parked[0].parked);
        assertTrue(parked[1].parked, "the first has been woken, and has not looked around");
        workers.unpark(parked[0]);
        scheduler.idling.announce(parked[0]);
        assertFalse(parked[1].parked, "the first has a task, and may see no other");
        workers.unpark(parked[1]);
        scheduler.idling.announce(parked[1]);
        assertFalse(parked[2].parked, "so may the second");
    }

    @Test
    void whoIsStartedMayBeReliedOn() {
        WorkQueue[] parked = parked(1, Tuning.PROCESSORS);
        scheduler.idling.signalWork();
        scheduler.idling.signalWork();
        workers.unpark(parked[0]);
        scheduler.idling.announce(parked[0]);
        WorkQueue started = queue();
        workers.arrive(started);
        assertTrue(started.isReliedOn);
    }

    /** Its next push would come the long way, and there are many until the worker has come. */
    @Test
    void anOwnerIsNotAskedAnewWhileAWorkerIsOnItsWay() {
        WorkQueue[] parked = parked(2, Tuning.PROCESSORS);
        WorkQueue owner = Disciplines.split(scheduler);
        scheduler.idling.signalWork();
        owner.push(new NumberedTask(1));
        assertTrue(parked[1].parked);
        assertEquals(WorkQueue.NORMAL, owner.limit);
        workers.add(owner);
        workers.unpark(parked[0]);
        scheduler.idling.announce(parked[0]);
        assertTrue(owner.limit <= WorkQueue.REQUESTED, "asked by the one that has come");
    }

    @Test
    void whoHasArrivedIsNotReliedOn() {
        WorkQueue[] parked = parked(2, Tuning.PROCESSORS);
        scheduler.idling.signalWork();
        workers.unpark(parked[0]);
        assertFalse(parked[0].isReliedOn);
        scheduler.idling.signalWork();
        assertFalse(parked[1].parked);
    }

    @Test
    void whoWakesByItselfWasNotOnItsWay() {
        WorkQueue[] parked = parked(2, Tuning.PROCESSORS);
        workers.unpark(parked[0]);
        scheduler.idling.signalWork();
        assertFalse(parked[1].parked);
    }
}
