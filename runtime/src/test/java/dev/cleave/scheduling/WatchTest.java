package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Whom a parked worker that keeps watch disturbs. */
class WatchTest {
    private final NoWorkers host = new NoWorkers();

    /** Of one worker, which is not put to work as long as a guest computes. */
    private final Scheduler scheduler =
            new Scheduler(
                    host, new Scheduler.Sizes(1, 1, 1, 0, 1), false, Disciplines::chaseLev, false);

    private final WorkQueue keeper = Disciplines.chaseLev(scheduler);
    private final Calls calls = new Calls(scheduler);

    @Test
    void aCallIsUrgedOnlyWhenAWorkerCouldTakeWhatItBrings() {
        calls.openForGuest();
        calls.begin(0);
        scheduler.blocking.admit(calls);
        assertTrue(scheduler.watch.keeps(keeper));
        assertFalse(calls.isUrged(), "urged although its own thread is all that may compute");
        scheduler.workers.dismiss(calls);
        assertTrue(scheduler.watch.keeps(keeper));
        assertTrue(calls.isUrged());
        calls.end();
    }

    /** A worker that sleeps for long, as another keeps watch or there was nothing to watch. */
    private final class Sleeper extends WorkerThread {
        Sleeper() {
            super(null, scheduler, false);
            assertTrue(scheduler.workers.park(queue));
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            LockSupport.park();
        }
    }

    @Test
    void aKeeperThatGoesToWorkDuringACallWakesAnother() throws InterruptedException {
        calls.openForGuest();
        calls.begin(0);
        assertTrue(scheduler.watch.keeps(keeper));
        Sleeper another = new Sleeper();
        scheduler.watch.leave(keeper);
        another.join();
        calls.end();
    }

    @Test
    void whoGoesToWorkInsteadOfKeepingWatchWakesAnother() throws InterruptedException {
        calls.openForGuest();
        calls.begin(0);
        Sleeper another = new Sleeper();
        scheduler.watch.leave(keeper); // was nudged, and woken for work before it could look
        another.join();
        calls.end();
    }

    @Test
    void aGuestIsNotAdmittedUnwatched() throws InterruptedException {
        calls.openForGuest();
        calls.begin(0);
        Sleeper another = new Sleeper();
        scheduler.blocking.admit(calls);
        another.join();
        calls.end();
    }

    @Test
    void whereNoWorkerSleepsOneIsStartedToWatchTheGuest() {
        calls.openForGuest();
        calls.begin(0);
        int before = host.askedFor.get();
        scheduler.blocking.admit(calls);
        assertEquals(before + 1, host.askedFor.get());
        calls.end();
    }

    /**
     * A pool with a worker that computes, and a guest that counts as a second, but may wait: so
     * many may compute.
     */
    private final class Full {
        final Scheduler scheduler =
                new Scheduler(
                        host, new Scheduler.Sizes(2, 2, 4, 0, 1), false, Disciplines::split, false);

        final Calls guest = new Calls(scheduler);

        Full() {
            assertEquals(Workers.Release.START, scheduler.workers.releaseOne());
            guest.openForGuest();
            guest.begin(0);
            scheduler.blocking.admit(guest);
            assertFalse(scheduler.workers.lacksOne());
        }

        /** Expects that it asks for a worker. */
        void starts(Runnable action) {
            int before = host.askedFor.get();
            action.run();
            assertEquals(before + 1, host.askedFor.get());
            guest.end();
        }
    }

    @Test
    void aWorkerThatComputesWithoutHavingSleptLeavesAnotherToWatch() {
        Full pool = new Full();
        pool.scheduler.submissions.addLast(new NumberedTask(0));
        pool.scheduler.workers.dismiss(pool.guest); // or there would be no room for the next
        pool.starts(
                () -> assertNotNull(pool.scheduler.idling.seek(Disciplines.split(pool.scheduler))));
    }

    @Test
    void workersThatBlockDoNotKeepAnotherFromWatching() {
        Full pool = new Full();
        assertTrue(pool.scheduler.workers.releaseKeeper());
        pool.starts(() -> pool.scheduler.blocking.begin(Disciplines.split(pool.scheduler)));
    }

    @Test
    void whereOneWorkerMoreMayComputeOneWatches() {
        Full pool = new Full();
        assertTrue(pool.scheduler.workers.releaseKeeper());
        pool.scheduler.setParallelism(3);
        pool.starts(() -> pool.scheduler.wakeMore(1));
    }

    @Test
    void aCallThatBeginsWhileGuestsAreAllThatComputeIsWatched() {
        Full pool = new Full();
        Calls another = new Calls(pool.scheduler);
        another.openForGuest();
        pool.starts(() -> another.begin(0));
        another.end();
    }

    @Test
    void onAFullStackNoWorkerIsCountedThatIsNotStarted() {
        calls.openForGuest();
        calls.begin(0);
        scheduler.blocking.admit(calls);
        for (int i = 0; i < 20; i++) {
            assertThrows(StackOverflowError.class, this::nudgesOnAFullStack);
            assertEquals(0, scheduler.workers.total());
        }
        calls.end();
    }

    private void nudgesOnAFullStack() {
        try {
            nudgesOnAFullStack();
        } finally {
            scheduler.watch.nudge();
        }
    }

    @Test
    void whatSeemedToBelongToAClassInitialiserIsTriedAgain() {
        calls.openForGuest();
        calls.initialises = true;
        calls.begin(0);
        for (int i = 0; i < 3; i++) {
            while (!calls.hidesWork()) {
                Thread.onSpinWait();
            }
            int begun = calls.beginForce();
            Tuning.awaitGrace(this);
            calls.finishForce(begun);
        }
        calls.end();
    }

    private static final class Calls extends PromotingQueue {
        boolean initialises;

        Calls(Scheduler scheduler) {
            super(scheduler);
        }

        @Override
        protected void promote(int most) {}

        @Override
        protected boolean mayPromote() {
            return true;
        }

        @Override
        protected boolean mayPromoteOf() {
            return !initialises;
        }

        @Override
        protected boolean hidesCalls() {
            return initialises;
        }

        @Override
        protected Thread.State ownerState() {
            return Thread.State.RUNNABLE;
        }

        @Override
        protected void alert() {}

        @Override
        protected void settle() {}
    }
}
