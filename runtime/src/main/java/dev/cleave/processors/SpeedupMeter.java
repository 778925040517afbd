package dev.cleave.processors;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Makes a speedup of what pools have computed: the time that one processor would have taken,
 * divided by the time that passed. As the time of one processor it takes what workers spent on a
 * processor with a task, what guests computed, and, while no pool computed, the time that passed:
 * the program is taken to go on serially then. {@code docs/processors.md} says what that tells and
 * what it does not. The measure is the one that Corbalán, Martorell and Labarta ask of a program
 * (Performance-Driven Processor Allocation, OSDI 2000); they time iterations, first on few
 * processors, which nobody marks here.
 *
 * <p>One thread at a time; knows no clock but what it is told.
 */
final class SpeedupMeter {
    /** From one measure to the next. */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Without a look for that long, what passed meanwhile is unknown. */
    static final long GAP_NANOS = WINDOW_NANOS / 2;

    /** The least speedup that can be told. */
    private static final double LEAST = 0.001;

    /**
     * One look.
     *
     * @param nanos when, as {@link System#nanoTime} says
     * @param processors how many are granted
     * @param pools whose sums these are
     * @param computation the sums
     * @param computing whether any pool computes at the moment
     */
    record Look(
            long nanos,
            int processors,
            List<?> pools,
            Follower.Computation computation,
            boolean computing) {}

    private Look first;
    private Look last;
    private long firstRun;
    private double guestNanos;

    /**
     * Takes a look into account.
     *
     * @param look the next
     * @param runNanos says for how long the pools' workers were on a processor, in all; negative if
     *     that is unknown. Called at the beginning of a window and at its end
     * @return the speedup, if a window has ended, more than 0 and at most the processors; else 0
     */
    double look(Look look, LongSupplier runNanos) {
        if (first == null
                || look.nanos() - last.nanos() > GAP_NANOS
                || look.processors() != first.processors()
                || !look.pools().equals(first.pools())) {
            begin(look, runNanos.getAsLong());
            return 0;
        }
        int guests = look.computation().guests();
        int others = guests > 0 || look.computing() ? guests : 1;
        guestNanos += (double) others * (look.nanos() - last.nanos());
        last = look;
        long wall = look.nanos() - first.nanos();
        if (wall < WINDOW_NANOS) {
            return 0;
        }
        long run = runNanos.getAsLong();
        double speedup = (workerNanos(look, run) + guestNanos) / wall;
        begin(look, run);
        return Math.max(LEAST, Math.min(speedup, look.processors()));
    }

    private void begin(Look look, long run) {
        first = look;
        last = look;
        firstRun = run;
        guestNanos = 0;
    }

    /** What workers computed, without the time for which they were kept off the processor. */
    private double workerNanos(Look look, long run) {
        Follower.Computation before = first.computation();
        double compute = look.computation().computeNanos() - before.computeNanos();
        double seek = look.computation().seekNanos() - before.seekNanos();
        // A worker that has ended takes its time with it.
        boolean known = run >= 0 && firstRun >= 0 && run >= firstRun;
        return known && compute > 0 ? (run - firstRun) * (compute / (compute + seek)) : compute;
    }
}
