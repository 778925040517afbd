package dev.cleave;

import dev.cleave.processors.Follower;
import dev.cleave.processors.ProcessorSource;
import dev.cleave.scheduling.Scheduler;

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

    private final Scheduler scheduler;

    /** Written under the lock of this, as the scheduler's parallelism is. */
    private volatile Setting setting;

    /**
     * Of a pool.
     *
     * @param scheduler its engine, which has the right parallelism already
     * @param source what it follows; null for a fixed size
     * @param limit the most it may have, whatever the source says
     */
    PoolProcessors(Scheduler scheduler, ProcessorSource source, int limit) {
        this.scheduler = scheduler;
        this.setting = new Setting(source, limit, Integer.MAX_VALUE);
    }

    /** The pool computes: from now on it follows, if it does at all. */
    void computes() {
        if (setting.source() != null) {
            wake();
        }
    }

    @Override
    protected boolean isComputing() {
        return setting.source() != null && scheduler.isComputing();
    }

    @Override
    protected void follow() {
        current();
    }

    /** What the pool may use now; it is resized if that is something else than before. */
    int current() {
        while (true) {
            Setting s = setting;
            int n = s.current();
            if (n == scheduler.parallelism() || resize(s, n)) {
                return n;
            }
        }
    }

    /** The source's file reads, and the user's thread factory, are called without the lock. */
    private boolean resize(Setting s, int n) {
        int old;
        synchronized (this) {
            if (setting != s) {
                return false; // set explicitly meanwhile, or another request
            }
            old = scheduler.setParallelism(n);
        }
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
        current();
    }

    /** Tells the source, if one is followed, what could be used; the pool stays as it is. */
    void hint(int wanted) {
        ProcessorSource source = setting.source();
        if (source != null) {
            source.request(wanted);
        }
    }

    /** So many, and no source is followed any more. */
    int fix(int size) {
        int old;
        synchronized (this) {
            setting = new Setting(null, size, Integer.MAX_VALUE);
            old = scheduler.setParallelism(size);
        }
        scheduler.wakeMore(size - old);
        return old;
    }
}
