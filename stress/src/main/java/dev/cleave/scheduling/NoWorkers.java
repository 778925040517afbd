package dev.cleave.scheduling;

/** A pool that counts the workers it is asked for, by one thread at a time, and makes none. */
final class NoWorkers implements Scheduler.Host {
    int wanted;

    @Override
    public WorkerThread newWorker() {
        wanted++;
        return null;
    }

    @Override
    public boolean mayProceedSaturated() {
        return true;
    }
}
