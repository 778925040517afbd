package dev.cleave;

import dev.cleave.metrics.events.Detached;
import dev.cleave.metrics.events.Events;
import dev.cleave.metrics.events.PoolStatisticsEvent;
import dev.cleave.metrics.events.WorkerStatisticsEvent;
import dev.cleave.scheduling.Totals;
import java.security.PrivilegedAction;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Writes what pools have done into recordings: at their start and end, periodically meanwhile, and
 * as each pool ends. Used only where there is a Flight Recorder.
 */
final class PoolSamples {
    /** Weakly: a pool that nobody shuts down may be collected. */
    private static final Set<ForkJoinPool> POOLS =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    static {
        // To begin with the first recording, perhaps much later: until then nothing is initialised.
        Detached.make(new Listener());
    }

    private static final class Listener implements FlightRecorderListener, PrivilegedAction<Void> {
        @Override
        public Void run() {
            FlightRecorder.addListener(this);
            return null;
        }

        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            FlightRecorder.addPeriodicEvent(PoolStatisticsEvent.class, PoolSamples::writeAll);
            FlightRecorder.addPeriodicEvent(WorkerStatisticsEvent.class, PoolSamples::writeAll);
        }
    }

    private PoolSamples() {}

    static void watch(ForkJoinPool pool) {
        POOLS.add(pool);
    }

    /** The last sample of a pool that ends. */
    static void end(ForkJoinPool pool) {
        if (POOLS.remove(pool) && Events.areRecorded()) {
            write(pool);
        }
    }

    private static void writeAll() {
        List<ForkJoinPool> pools;
        synchronized (POOLS) {
            pools = List.copyOf(POOLS);
        }
        pools.forEach(PoolSamples::write);
    }

    private static void write(ForkJoinPool pool) {
        write(pool, granted(pool));
    }

    /** As the source says, which may be the user's, and fail: no pool is to end with that. */
    private static int granted(ForkJoinPool pool) {
        try {
            return pool.processors.granted();
        } catch (RuntimeException | Error failure) {
            return pool.getParallelism();
        }
    }

    /** One after another, so that of a pool's samples the latest has the greatest numbers. */
    private static synchronized void write(ForkJoinPool pool, int granted) {
        PoolStatisticsEvent event = new PoolStatisticsEvent();
        if (event.shouldCommit()) {
            PoolStats stats = pool.stats();
            event.pool = pool.name();
            event.scheduling = pool.getScheduling().name();
            event.parallelism = pool.getParallelism();
            event.current = granted;
            event.wanted = pool.processors.wanted();
            event.threads = pool.getPoolSize();
            event.queuedTasks = pool.getQueuedTaskCount();
            event.queuedSubmissions = pool.getQueuedSubmissionCount();
            event.tasksRun = stats.tasksRun();
            event.forks = stats.forks();
            event.commit();
        }
        if (new WorkerStatisticsEvent().isEnabled()) {
            pool.scheduler.totalsByPlace().forEach(totals -> write(pool.name(), totals));
        }
    }

    private static void write(String pool, Totals totals) {
        WorkerStatisticsEvent event = new WorkerStatisticsEvent();
        event.pool = pool;
        event.worker = totals.isGuests() ? Events.NO_WORKER : totals.index;
        event.threadName = totals.threadName;
        event.forks = totals.forks;
        event.promotions = totals.promotions;
        event.stealsTried = totals.stealsTried;
        event.stealsWon = totals.stealsWon;
        event.submissionsTaken = totals.submissionsTaken;
        event.pollsAnswered = totals.pollsAnswered;
        event.parks = totals.parks;
        event.computeTime = totals.computeNanos;
        event.seekTime = totals.seekNanos;
        event.joinTime = totals.joinNanos;
        event.idleTime = totals.idleNanos;
        event.commit();
    }
}
