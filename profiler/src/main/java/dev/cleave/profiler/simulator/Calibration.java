package dev.cleave.profiler.simulator;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.Scheduling;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures {@link Costs} with the runtime itself, on this machine, in some ten seconds. What forks
 * and joins cost is the best of many runs; what passes between two workers is the lower quartile of
 * many trials. A machine with one processor keeps the reference's costs for the latter.
 */
final class Calibration {
    private static final int FIB = 24;
    private static final int RUNS = 40;
    private static final int STEALS = 3_000;
    private static final int WAKES = 60;

    /** Long enough for a worker to go to sleep. */
    private static final long SLEEP_MILLIS = 5;

    /** How long a trial waits for a thief before it counts as none. */
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(20);

    /** Of a fork and a join of {@code SHARED}, the part that holds the lock, in each of the two. */
    private static final double LOCKED_PART = 1.0 / 3;

    private final PrintStream progress;

    Calibration(PrintStream progress) {
        this.progress = progress;
    }

    /**
     * Measures. Blocks for some ten seconds.
     *
     * @param progress takes a line for each cost
     */
    static Costs measure(PrintStream progress) {
        return new Calibration(progress).measure();
    }

    private Costs measure() {
        double call = best(() -> serial(FIB)) / calls();
        say("a call of fib", call);
        Costs base = Costs.ofReference();
        Map<Scheduling, Double> forkAndJoin = new EnumMap<>(Scheduling.class);
        for (Scheduling scheduling : Scheduling.values()) {
            String what = "fork and join, " + scheduling;
            double cost = forkAndJoin(scheduling, call);
            forkAndJoin.put(
                    scheduling,
                    areCosts(what, cost) ? say(what, cost) : base.forkAndJoin().get(scheduling));
        }
        double promotion = base.promotion();
        double stealWon = base.stealWon();
        double joinStolen = base.joinStolen();
        double wake = base.wake();
        double wakeLatency = base.wakeLatency();
        if (Runtime.getRuntime().availableProcessors() < 2) {
            progress.println(
                    "one processor: what passes between workers is that of the reference machine");
        } else {
            Handover steal = handovers(STEALS, 0);
            double answer = steal.fork() - forkAndJoin.get(Scheduling.SPLIT);
            double taking = steal.begun() - answer - base.scan();
            if (areCosts("a steal", answer, taking)) {
                promotion = say("promotion", answer);
                stealWon = say("stealWon", taking);
                joinStolen = say("joinStolen", steal.joined());
            }
            Handover woken = handovers(WAKES, SLEEP_MILLIS);
            double latency = woken.begun() - woken.fork();
            if (areCosts("a wake-up", latency)) {
                wake = say("wake", woken.fork());
                wakeLatency = say("wakeLatency", latency);
            }
        }
        return new Costs(
                forkAndJoin,
                base.look(),
                base.scan(),
                joinStolen / 2, // a line that another worker has written, and back
                stealWon,
                promotion,
                joinStolen,
                wake,
                wakeLatency,
                forkAndJoin.get(Scheduling.SHARED) * LOCKED_PART);
    }

    /**
     * Whether what was measured together can be costs. Some are what one thing takes longer than
     * another, and a thread that loses its processor to another program, or a waker to whom it
     * wakes, may have taken longer with less to do. Says so, if not.
     */
    boolean areCosts(String what, double... nanos) {
        boolean can = Arrays.stream(nanos).allMatch(cost -> cost > 0);
        if (!can) {
            progress.println(
                    what
                            + " could not be measured, as other programs compute on this machine:"
                            + " its costs are taken from the reference machine."
                            + " Calibrate again when they have ended.");
        }
        return can;
    }

    private double say(String what, double nanos) {
        progress.printf(Locale.ROOT, "%-34s %8.1f ns%n", what, nanos);
        return nanos;
    }

    // ---- forks and joins ----

    private static double forkAndJoin(Scheduling scheduling, double call) {
        ForkJoinPool pool = ForkJoinPool.builder().workers(1).scheduling(scheduling).build();
        try {
            double whole = best(() -> pool.invoke(new Fib(FIB)));
            return (whole - calls() * call) / ((calls() - 1) / 2);
        } finally {
            pool.shutdown();
        }
    }

    private static double best(Runnable program) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            long begun = System.nanoTime();
            program.run();
            best = Math.min(best, System.nanoTime() - begun);
        }
        return best;
    }

    /** Of fib, that forks at every call. */
    private static double calls() {
        return 2.0 * serial(FIB + 1) - 1;
    }

    private static int serial(int n) {
        return n < 2 ? n : serial(n - 1) + serial(n - 2);
    }

    private static final class Fib extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        private final int n;

        private Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            return value(n);
        }

        private static int value(int n) {
            if (n < 2) {
                return n;
            }
            Fib left = new Fib(n - 1);
            left.fork();
            int right = value(n - 2);
            return left.join() + right;
        }
    }

    // ---- between two workers ----

    /**
     * What it takes a task to change workers, in nanoseconds: lower quartiles.
     *
     * @param fork the call of fork
     * @param begun from before the fork to the task's first instruction
     * @param joined from the task's last instruction to the joiner's next
     */
    private record Handover(double fork, double begun, double joined) {}

    private static Handover handovers(int trials, long sleepMillis) {
        ForkJoinPool pool = ForkJoinPool.builder().workers(2).build();
        try {
            Trials all = new Trials(trials, sleepMillis);
            pool.invoke(all);
            return new Handover(quartile(all.forks), quartile(all.begins), quartile(all.joins));
        } finally {
            pool.shutdown();
        }
    }

    /** Other programs on the machine only make things longer. */
    private static double quartile(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 4];
    }

    private static final class Trials extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final long sleepMillis;
        private final long[] forks;
        private final long[] begins;
        private final long[] joins;

        private Trials(int trials, long sleepMillis) {
            this.sleepMillis = sleepMillis;
            forks = new long[trials];
            begins = new long[trials];
            joins = new long[trials];
        }

        @Override
        protected void compute() {
            for (int i = 0; i < forks.length; i++) {
                pause();
                Stamped task = new Stamped();
                long before = System.nanoTime();
                task.fork();
                long after = System.nanoTime();
                while (task.begun == 0 && System.nanoTime() - before < PATIENCE) {
                    Cleave.tryLoadBalance();
                }
                task.join();
                long joined = System.nanoTime();
                forks[i] = after - before;
                begins[i] = task.begun - before;
                joins[i] = joined - task.ended;
            }
        }

        /** Lets the other worker go to sleep, or only begin to look. */
        private void pause() {
            long until =
                    System.nanoTime() + Math.max(2_000, TimeUnit.MILLISECONDS.toNanos(sleepMillis));
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class Stamped extends RecursiveAction {
        private static final long serialVersionUID = 1;

        /** Long enough that its joiner waits by then. */
        private static final long LASTS = 3_000;

        private volatile long begun;
        private volatile long ended;

        @Override
        protected void compute() {
            long now = System.nanoTime();
            begun = now;
            while (System.nanoTime() - now < LASTS) {
                Thread.onSpinWait();
            }
            ended = System.nanoTime();
        }
    }
}
