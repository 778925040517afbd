package dev.cleave.stress;

import dev.cleave.Scheduling;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Round after round of random programs, until so many tasks have run. A round that comes to a stand
 * ends everything: its threads and pools are shown, and the virtual machine exits with 1.
 */
final class Storm {
    /** A round in which no task has begun or ended for so long never goes on. */
    private static final int STANDSTILL_SECONDS = 60;

    private static final int SECONDS_BETWEEN_REPORTS = 10;

    private final StressOptions options;
    private final PrintStream out;
    private final Ledger ledger = new Ledger();
    private final Map<Scheduling, Long> tasksOf = new EnumMap<>(Scheduling.class);
    private volatile Round current;
    private volatile int rounds;

    Storm(StressOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs rounds. Blocks until enough tasks have run, or the time is over.
     *
     * @return how many rounds passed and failed
     */
    Tally run() throws InterruptedException {
        out.printf("storm: %,d tasks, --seed %d%n", options.tasks(), options.seed());
        ScheduledExecutorService releaser = Executors.newScheduledThreadPool(1, Storm::daemon);
        daemon(this::watch).start();
        long began = System.nanoTime();
        long reported = began;
        int failed = 0;
        while (goesOn(System.nanoTime() - began)) {
            if (!runRound(Plan.of(Plan.seedOfRound(options.seed(), rounds)), releaser)) {
                failed++;
            }
            rounds++;
            long now = System.nanoTime();
            if (now - reported > TimeUnit.SECONDS.toNanos(SECONDS_BETWEEN_REPORTS)) {
                reported = now;
                report(now - began, failed);
            }
        }
        releaser.shutdownNow();
        report(System.nanoTime() - began, failed);
        tasksOf.forEach((scheduling, n) -> out.printf("  %-20s %,15d tasks%n", scheduling, n));
        return new Tally(rounds - failed, failed);
    }

    /** Every discipline has a round, however slow the machine. */
    private boolean goesOn(long nanos) {
        return rounds < Scheduling.values().length
                || ledger.tasks() < options.tasks() && nanos < options.stormNanos();
    }

    private boolean runRound(Plan plan, ScheduledExecutorService releaser)
            throws InterruptedException {
        if (options.verbose()) {
            out.println(plan);
        }
        long before = ledger.tasks();
        current = new Round(plan, ledger, releaser);
        current.run();
        tasksOf.merge(plan.scheduling(), ledger.tasks() - before, Long::sum);
        List<String> failures = ledger.takeFailures();
        if (!failures.isEmpty()) {
            out.println("FAILED " + plan);
            failures.forEach(failure -> out.println("  " + failure));
        }
        return failures.isEmpty();
    }

    private void report(long nanos, int failed) {
        long tasks = ledger.tasks();
        out.printf(
                "storm: %,d rounds, %d failed, %,d tasks in %,d s, %,d s for 10^8%n",
                rounds,
                failed,
                tasks,
                TimeUnit.NANOSECONDS.toSeconds(nanos),
                tasks == 0 ? 0 : Math.round(nanos / 10.0 / tasks));
    }

    private void watch() {
        long seen = -1;
        int seenRounds = -1;
        for (int still = 0; still < STANDSTILL_SECONDS; still++) {
            try {
                TimeUnit.SECONDS.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            long now = ledger.tasks();
            if (now != seen || rounds != seenRounds) {
                still = 0;
            }
            seen = now;
            seenRounds = rounds;
        }
        out.println("HUNG " + current);
        out.println(Traces.ofAllThreads());
        ledger.takeFailures().forEach(out::println);
        out.printf("%d passed, 1 failed%n", rounds);
        out.flush();
        Runtime.getRuntime().halt(1);
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body, "storm");
        thread.setDaemon(true);
        return thread;
    }
}
