package dev.cleave.scheduling;

import java.util.concurrent.atomic.AtomicInteger;

/** A pool that counts the workers it is asked for, and makes none. */
class NoWorkers implements Scheduler.Host {
    final AtomicInteger askedFor = new AtomicInteger();

    @Override
    public WorkerThread newWorker() {
        askedFor.incrementAndGet();
        return null;
    }

    @Override
    public boolean mayProceedSaturated() {
        return true;
    }
}
