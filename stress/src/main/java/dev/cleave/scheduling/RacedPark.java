package dev.cleave.scheduling;

/** A pool for two, and a worker that goes to sleep in it. */
class RacedPark {
    final Scheduler scheduler =
            new Scheduler(
                    new NoWorkers(),
                    new Scheduler.Sizes(2, 2, 2, 0, 1),
                    false,
                    Disciplines::chaseLev,
                    false);
    private final WorkQueue worker = Disciplines.chaseLev(scheduler);

    /** The worker is one of those that compute. */
    RacedPark() {
        scheduler.workers.releaseOne();
    }

    /** Worker: parks, and asks somebody. */
    void parkAndAsk(WorkQueue somebody) {
        scheduler.workers.park(worker);
        somebody.request();
    }

    /** Whether the worker has been woken: 1 or 0. */
    int woken() {
        return worker.parked ? 0 : 1;
    }

    /** Whether a queue's owner is asked: 1 or 0. */
    static int asked(WorkQueue queue) {
        return queue.limit == WorkQueue.REQUESTED ? 1 : 0;
    }
}
