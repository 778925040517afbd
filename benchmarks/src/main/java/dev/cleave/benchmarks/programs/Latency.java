package dev.cleave.benchmarks.programs;

import java.util.HashSet;
import java.util.Set;

/**
 * How long a task handed to a pool that is asleep takes to its first instruction. A run is many
 * submissions, and its time is their median; before each, every thread of the pool must be parked,
 * and have been for a while: one that is only just falling asleep wakes much faster.
 */
public final class Latency implements Problem {
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    /** Long enough for a processor that has nothing to run to fall asleep, too. */
    private static final long REST_NANOS = 300_000;

    private final Durations waits;
    private final Set<Thread> outsiders;

    /** So many submissions a run. The threads that live now are taken not to be the pool's. */
    public Latency(int submissions) {
        waits = new Durations(submissions);
        outsiders = new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    /** How many submissions a run makes. */
    public int submissions() {
        return waits.most();
    }

    @Override
    public void prepare() {
        waits.clear();
    }

    /**
     * Returns once every thread that has appeared since this problem was made has waited for a
     * while.
     *
     * @throws IllegalStateException if one is still running after ten seconds
     */
    public void awaitParked() {
        long start = System.nanoTime();
        long restBegan = start;
        long now = start;
        while (now - restBegan < REST_NANOS) {
            Thread.onSpinWait();
            now = System.nanoTime();
            if (!allParked()) {
                restBegan = now;
            }
            if (now - start > PATIENCE_NANOS) {
                throw new IllegalStateException(
                        "the pool has no work, but one of its threads still runs after 10 s");
            }
        }
    }

    private boolean allParked() {
        Thread[] live = new Thread[Thread.activeCount() + 8];
        int found = Thread.enumerate(live);
        for (int i = 0; i < found; i++) {
            Thread.State state = live[i].getState();
            if (!outsiders.contains(live[i])
                    && state != Thread.State.WAITING
                    && state != Thread.State.TIMED_WAITING) {
                return false;
            }
        }
        return true;
    }

    /** Takes the time from one submission to the first instruction of its task. */
    public void record(long elapsed) {
        waits.add(elapsed);
    }

    @Override
    public boolean hasSerial() {
        return false;
    }

    @Override
    public void serial() {
        throw new UnsupportedOperationException("a submission has no serial version");
    }

    @Override
    public String answer() {
        return waits.count() + " submissions";
    }

    @Override
    public long nanos(long elapsed) {
        return waits.median();
    }

    @Override
    public long forks() {
        return 0;
    }

    @Override
    public long invocations() {
        return waits.most();
    }
}
