package dev.cleave.agent.profile;

import dev.cleave.metrics.events.PoolStatisticsEvent;
import dev.cleave.metrics.events.WorkerStatisticsEvent;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.regex.Pattern;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * A pool whose workers have run instrumented code, and its samples in recordings. Everything
 * happens under the lock of {@link #ALL} but what workers count.
 */
final class JucPool {
    private static final List<JucPool> ALL = new ArrayList<>();

    /** What default factories put between a pool's name and a worker's number. */
    private static final String INFIX = "-worker-";

    /** The number that other factories put behind a pool's name, and what is between the two. */
    private static final Pattern NUMBER = Pattern.compile("[^\\p{L}\\p{N}]*\\p{N}+$");

    private static final String DEFAULT = "ForkJoinPool";

    /** The JDK's own names, of which there are no two alike. */
    private static final Pattern NUMBERED = Pattern.compile(DEFAULT + "-\\d+");

    private static final String COMMON = "ForkJoinPool.commonPool";

    /** All others that pools have had. */
    private static final Set<String> NAMES = new HashSet<>();

    /** Threads that are no workers: what they fork is the common pool's. */
    private static final List<Guest> GUESTS = new ArrayList<>();

    /** What guests did whose threads have ended; added to the others' in samples. */
    private static final Worker ENDED_GUESTS = new Worker(Worker.GUEST);

    private record Guest(Thread thread, Worker worker) {}

    private final WeakReference<ForkJoinPool> pool;
    private final String name;
    private final List<Worker> workers = new ArrayList<>();

    private JucPool(ForkJoinPool pool, String name) {
        this.pool = new WeakReference<>(pool);
        this.name = name;
    }

    /** The calling thread's. */
    static Worker worker() {
        synchronized (ALL) {
            if (Thread.currentThread() instanceof ForkJoinWorkerThread thread) {
                return of(thread.getPool(), thread.getName())
                        .worker(thread.getPoolIndex(), thread.getName());
            }
            forgetEndedGuests();
            Guest guest = new Guest(Thread.currentThread(), new Worker(Worker.GUEST));
            GUESTS.add(guest);
            return guest.worker;
        }
    }

    private static JucPool of(ForkJoinPool pool, String threadName) {
        for (JucPool known : ALL) {
            if (known.pool.get() == pool) {
                return known;
            }
        }
        JucPool found = new JucPool(pool, name(pool, threadName));
        ALL.add(found);
        return found;
    }

    /** As its threads are named; no two pools alike, since recordings know them by their names. */
    private static String name(ForkJoinPool pool, String threadName) {
        int end = threadName.indexOf(INFIX);
        String name =
                end > 0
                        ? threadName.substring(0, end)
                        : NUMBER.matcher(threadName).replaceFirst("");
        return !name.isEmpty() && (NUMBERED.matcher(name).matches() || NAMES.add(name))
                ? name
                : (name.isEmpty() ? DEFAULT : name) + "@" + Integer.toHexString(pool.hashCode());
    }

    private static void forgetEndedGuests() {
        GUESTS.removeIf(
                guest -> {
                    boolean ended = !guest.thread.isAlive();
                    if (ended) {
                        ENDED_GUESTS.add(guest.worker);
                    }
                    return ended;
                });
    }

    /** What all guests did so far. */
    private static Worker guests() {
        forgetEndedGuests();
        Worker all = new Worker(Worker.GUEST);
        all.add(ENDED_GUESTS);
        GUESTS.forEach(guest -> all.add(guest.worker));
        return all;
    }

    private Worker worker(int index, String threadName) {
        while (workers.size() <= index) {
            workers.add(new Worker(workers.size()));
        }
        Worker worker = workers.get(index);
        worker.begin(threadName);
        return worker;
    }

    // ---- recordings ----

    /** From now on recordings have samples of all pools. */
    static void recordAll() {
        FlightRecorder.addListener(
                new FlightRecorderListener() {
                    @Override
                    public void recorderInitialized(FlightRecorder recorder) {
                        FlightRecorder.addPeriodicEvent(PoolStatisticsEvent.class, JucPool::write);
                        FlightRecorder.addPeriodicEvent(
                                WorkerStatisticsEvent.class, JucPool::write);
                    }
                });
    }

    /** A pool that has been collected has its last sample. */
    private static void write() {
        synchronized (ALL) {
            Worker guests = guests();
            if (guests.forks > 0) {
                of(ForkJoinPool.commonPool(), COMMON + INFIX);
            }
            ALL.removeIf(
                    each -> {
                        ForkJoinPool pool = each.pool.get();
                        each.write(pool, pool == ForkJoinPool.commonPool() ? guests : null);
                        return pool == null;
                    });
        }
    }

    private void write(ForkJoinPool alive, Worker guests) {
        PoolStatisticsEvent event = new PoolStatisticsEvent();
        event.pool = name;
        event.scheduling = "java.util.concurrent";
        if (alive != null) {
            event.parallelism = alive.getParallelism();
            event.current = alive.getParallelism();
            event.threads = alive.getPoolSize();
            event.queuedTasks = alive.getQueuedTaskCount();
            event.queuedSubmissions = alive.getQueuedSubmissionCount();
        }
        List<Worker> all = new ArrayList<>(workers);
        all.removeIf(worker -> worker.threadName == null); // from JDK 21 on places have gaps
        if (guests != null && guests.forks > 0) {
            all.add(guests);
        }
        for (Worker worker : all) {
            event.tasksRun += worker.tasks;
            event.forks += worker.forks;
            write(worker);
        }
        event.commit();
    }

    private void write(Worker worker) {
        WorkerStatisticsEvent event = new WorkerStatisticsEvent();
        event.pool = name;
        event.worker = worker.index;
        event.threadName = worker.threadName;
        event.forks = worker.forks;
        event.stealsWon = worker.obtained;
        event.computeTime = worker.computeNanos();
        event.joinTime = worker.joinNanos();
        event.idleTime = worker.idleNanos();
        event.commit();
    }
}
