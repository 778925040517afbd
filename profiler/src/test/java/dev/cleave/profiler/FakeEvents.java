package dev.cleave.profiler;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Events as the runtime writes them, by name and field, and one as it does not. */
final class FakeEvents {
    private FakeEvents() {}

    @Name("dev.cleave.WorkerStatistics")
    @StackTrace(false)
    static class WorkerStatistics extends Event {
        String pool;
        int worker;
        String threadName;
        long forks;
        long promotions;
        long stealsTried;
        long stealsWon;
        long submissionsTaken;
        long pollsAnswered;
        long parks;

        @Timespan(Timespan.NANOSECONDS)
        long computeTime;

        @Timespan(Timespan.NANOSECONDS)
        long seekTime;

        @Timespan(Timespan.NANOSECONDS)
        long joinTime;

        @Timespan(Timespan.NANOSECONDS)
        long idleTime;
    }

    @Name("dev.cleave.PoolStatistics")
    @StackTrace(false)
    static class PoolStatistics extends Event {
        String pool;
        String scheduling;
        int parallelism;
        int current;
        int wanted;
        int threads;
        long queuedTasks;
        long queuedSubmissions;
        long tasksRun;
        long forks;
    }

    @Name("dev.cleave.Steal")
    @StackTrace(false)
    static class Steal extends Event {
        String pool;
        int thief;
        int victim;
        String taskClass;
    }

    @Name("dev.cleave.Promotion")
    @StackTrace(false)
    static class Promotion extends Event {
        String pool;
        int worker;
        int count;
        String site;
    }

    @Name("dev.cleave.Task")
    @StackTrace(false)
    static class Task extends Event {
        String pool;
        int worker;
        String taskClass;
    }

    @Name("some.other.Event")
    static class Foreign extends Event {
        String text;
    }

    static void workerStatistics(String pool, int worker, long computeMillis, long steals) {
        WorkerStatistics event = new WorkerStatistics();
        event.pool = pool;
        event.worker = worker;
        event.threadName = worker < 0 ? null : pool + "-worker-" + worker;
        event.stealsWon = steals;
        event.stealsTried = 2 * steals;
        event.computeTime = Duration.ofMillis(computeMillis).toNanos();
        event.commit();
    }

    static void poolStatistics(String pool, int parallelism) {
        poolStatistics(pool, parallelism, 42);
    }

    static void poolStatistics(String pool, int parallelism, long tasksRun) {
        poolStatistics(pool, parallelism, tasksRun, "LAZY");
    }

    static void poolStatistics(String pool, int parallelism, long tasksRun, String scheduling) {
        PoolStatistics event = new PoolStatistics();
        event.pool = pool;
        event.scheduling = scheduling;
        event.parallelism = parallelism;
        event.current = parallelism;
        event.tasksRun = tasksRun;
        event.commit();
    }

    static void steal(String pool, int thief, int victim, String taskClass) {
        Steal event = new Steal();
        event.pool = pool;
        event.thief = thief;
        event.victim = victim;
        event.taskClass = taskClass;
        event.commit();
    }

    static void promotion(String pool, int worker, int count, String site) {
        Promotion event = new Promotion();
        event.pool = pool;
        event.worker = worker;
        event.count = count;
        event.site = site;
        event.commit();
    }

    static void task(String pool, int worker, String taskClass, Runnable body) {
        Task event = new Task();
        event.begin();
        body.run();
        event.pool = pool;
        event.worker = worker;
        event.taskClass = taskClass;
        event.commit();
    }

    /** Records what is done to a file. */
    static Path record(Path file, Runnable program) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ZERO).withStackTrace();
            recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withStackTrace();
            recording.enable("jdk.JVMInformation");
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    /** Two workers of a pool, one of which sleeps within a task. */
    static void twoWorkers(String pool) {
        poolStatistics(pool, 2);
        workerStatistics(pool, 0, 0, 0);
        workerStatistics(pool, 1, 0, 0);
        steal(pool, 1, 0, "Some.task:7");
        task(pool, 1, "Some.task:7", FakeEvents::napping);
        promotion(pool, 0, 3, "Some.task:7");
        workerStatistics(pool, 0, 40, 1);
        workerStatistics(pool, 1, 20, 4);
        poolStatistics(pool, 2);
    }

    static void napping() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
