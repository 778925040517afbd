package dev.cleave.agent.workspan;

/** Finds out what a probe takes, so that strands can be told without it. */
final class Calibration {
    private static final int TASKS = 20_000;
    private static final int REPEATS = 12;

    /** Of a task: up to its fork, from there to its begin, and to its end. */
    private static final int STRANDS = 3;

    /** Stands for that of Tasks, which must not be loaded before it can be instrumented. */
    private static final Object UNKNOWN = new Object();

    private Calibration() {}

    /** A task that does nothing. */
    private static final class Empty implements Measured {
        private Object part;

        @Override
        public Object cleave$part() {
            return part;
        }

        @Override
        public void cleave$part(Object value) {
            part = value;
        }
    }

    /** Sets what meters subtract. With counted units nothing is. */
    static void calibrate() {
        if (!Clock.counts()) {
            StrandClock.probeNanos = nanosOfTask() / STRANDS;
            Grain.longest = 0; // these were none of the program's
        }
        Probe.resume();
    }

    /**
     * The time of all probes of a task that does nothing: the least of several means, the first of
     * which are those of code that is not compiled yet.
     */
    private static long nanosOfTask() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < REPEATS; i++) {
            Probe.setAside(ThreadMeter.apart());
            Empty task = new Empty();
            long begun = System.nanoTime();
            for (int j = 0; j < TASKS; j++) {
                Probe.line(Lines.UNKNOWN);
                Probe.forks(task);
                Probe.line(Lines.UNKNOWN);
                Probe.begins(task);
                Probe.entry(Lines.UNKNOWN);
                Probe.exit();
                Probe.ends(task);
                Probe.ran(null, UNKNOWN, true, task);
            }
            least = Math.min(least, (System.nanoTime() - begun) / TASKS);
        }
        return least;
    }
}
