package dev.cleave;

import dev.cleave.metrics.events.Events;
import dev.cleave.processors.Follower;
import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.ProcessorSource;
import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.Settings;
import dev.cleave.scheduling.Totals;

/**
 * How many processors a pool computes with: as many as its source grants, but not more than it
 * wants. While the pool computes, a watch has it look again; what is set explicitly stays.
 */
final class PoolProcessors extends Follower {
    /** Fixed, if the source is null. */
    private record Setting(ProcessorSource source, int limit, int wanted) {
        int current() {
            int n = Math.min(limit, wanted);
            return source == null ? n : Math.max(1, Math.min(n, source.current()));
        }
    }

    /**
     * As in {@link dev.cleave.processors.CpuManager}, which a pool of a fixed size does without.
     */
    private static final boolean WATCHED = Settings.isOn("dev.cleave.processors.watch", true);

    private final Scheduler scheduler;
    private final RegionSeats regions;

    /** Written under the lock of this, as the scheduler's parallelism is. */
    private volatile Setting setting;

    /**
     * Of a pool.
     *
     * @param scheduler its engine, which has the right parallelism already
     * @param regions who computes in its regions
     * @param source what it follows; null for a fixed size
     * @param limit the most it may have, whatever the source says
     */
    PoolProcessors(Scheduler scheduler, RegionSeats regions, ProcessorSource source, int limit) {
        this.scheduler = scheduler;
        this.regions = regions;
        this.setting = new Setting(source, limit, Integer.MAX_VALUE);
    }

    /** The pool computes: from now on it is watched. A source of its own is always followed. */
    void computes() {
        if (WATCHED || setting.source() != null) {
            wake();
        }
    }

    /** The calling thread is a worker of the pool from now on. */
    void workerBegins() {
        enter();
    }

    /** The calling thread is about to end. */
    void workerEnds() {
        exit();
    }

    /**
     * How many processors there are for the pool. A worker that is bound to one must not ask the
     * virtual machine, which then knows of no other.
     */
    int present() {
        return manager() == null
                ? Runtime.getRuntime().availableProcessors()
                : scheduler.parallelism();
    }

    @Override
    protected ManagedProcessors manager() {
        ProcessorSource source = setting.source();
        return source == null ? null : source.manager();
    }

    @Override
    protected Computation computation() {
        long compute = 0;
        long seek = 0;
        for (Totals worker : scheduler.totals()) {
            if (!worker.isGuests()) {
                compute += worker.computeNanos;
                seek += worker.seekNanos;
            }
        }
        return new Computation(compute, seek, scheduler.guests() + regions.guests());
    }

    @Override
    protected boolean isComputing() {
        return scheduler.isComputing();
    }

    @Override
    protected void follow() {
        current();
    }

    @Override
    protected long followSoon() {
        return scheduler.replaceSilent();
    }

    /** What the pool may use now; it is resized if that is something else than before. */
    int current() {
        return current("source");
    }

    /**
     * As {@link #current()}.
     *
     * @param cause what may have changed it
     */
    private int current(String cause) {
        while (true) {
            Setting s = setting;
            int n = s.current();
            if (n == scheduler.parallelism() || resize(s, n, cause)) {
                return n;
            }
        }
    }

    /** The source's file reads, and the user's thread factory, are called without the lock. */
    private boolean resize(Setting s, int n, String cause) {
        int old;
        synchronized (this) {
            if (setting != s) {
                return false; // set explicitly meanwhile, or another request
            }
            old = scheduler.setParallelism(n);
        }
        resized(old, n, cause);
        scheduler.wakeMore(n - old);
        return true;
    }

    void request(int wanted) {
        Setting s;
        synchronized (this) {
            s = setting;
            setting = new Setting(s.source(), s.limit(), wanted);
        }
        if (s.source() != null) {
            s.source().request(wanted);
        }
        current("request");
    }

    /** Tells the source, if one is followed, what could be used; the pool stays as it is. */
    void hint(int wanted) {
        ProcessorSource source = setting.source();
        if (source != null) {
            source.request(wanted);
        }
    }

    private void resized(int from, int to, String cause) {
        if (from != to) {
            Events.processorsChanged(scheduler.name(), from, to, cause);
        }
    }

    /** What the source grants, whatever is wanted; what the pool has, if it has no source. */
    int granted() {
        ProcessorSource source = setting.source();
        return source == null ? scheduler.parallelism() : source.current();
    }

    /** What has been requested; 0 for all that can be had. */
    int wanted() {
        int wanted = setting.wanted();
        return wanted == Integer.MAX_VALUE ? 0 : wanted;
    }

    /** So many, and no source is followed any more. */
    int fix(int size) {
        int old;
        synchronized (this) {
            setting = new Setting(null, size, Integer.MAX_VALUE);
            old = scheduler.setParallelism(size);
        }
        resized(old, size, "setParallelism");
        scheduler.wakeMore(size - old);
        managerChanged();
        return old;
    }

    /** For the watch's warning. */
    @Override
    public String toString() {
        return "the pool " + scheduler.name();
    }
}
