package dev.cleave.agent.workspan;

/** Finds out what a probe takes, so that strands can be told without it. */
final class Calibration {
    private static final int TASKS = 20_000;
    private static final int REPEATS = 12;

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

    /**
     * The time of a fork, begin, end and join of a task that does nothing, by strand: the least of
     * several means, the first of which are those of code that is not compiled yet.
     *
     * @return nanoseconds
     */
    static long probeNanos() {
        if (Clock.counts()) {
            return 0;
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < REPEATS; i++) {
            ThreadMeter apart = ThreadMeter.apart();
            Probe.setAside(apart);
            Empty task = new Empty();
            long begun = System.nanoTime();
            for (int j = 0; j < TASKS; j++) {
                Probe.forks(task);
                Probe.begins(task);
                Probe.ends(task);
                Probe.taken(true, task);
            }
            least = Math.min(least, (System.nanoTime() - begun) / apart.strands);
        }
        Probe.resume();
        return least;
    }
}
