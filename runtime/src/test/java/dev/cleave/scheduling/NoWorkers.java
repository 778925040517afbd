package dev.cleave.scheduling;

import java.util.concurrent.atomic.AtomicInteger;

/** A pool that counts the workers it is asked for, and makes none, or throws. */
class NoWorkers implements Scheduler.Host {
    final AtomicInteger askedFor = new AtomicInteger();

    volatile boolean isBroken;

    @Override
    public WorkerThread newWorker() {
        askedFor.incrementAndGet();
        if (isBroken) {
            throw new IllegalStateException("a broken factory");
        }
        return null;
    }

    @Override
    public boolean mayProceedSaturated() {
        return true;
    }
}
