package dev.cleave.agent.profile;

import java.util.Arrays;

/**
 * What the threads that have had one place among a pool's workers did, one after another. The
 * thread writes; others read values that may be a moment old.
 */
final class Worker {
    private static final int COMPUTE = 0;
    private static final int JOIN = 1;
    private static final int IDLE = 2;

    /** The place of threads that are no workers, which are idle at other times than a pool's. */
    static final int GUEST = -1;

    /** Its place, from 0, or {@link #GUEST}. */
    final int index;

    volatile String threadName;

    long forks;

    /** Tasks whose {@code compute} has begun. */
    long tasks;

    /** Those of them that were begun outside any other: stolen, submitted, or left unjoined. */
    long obtained;

    private final long[] nanos = new long[3];
    private int activity = IDLE;
    private long since = System.nanoTime();

    /** What the thread did as each compute began that it is in. */
    private byte[] outer = new byte[64];

    /** How many that are. */
    private int depth;

    Worker(int index) {
        this.index = index;
    }

    /** Another thread has the place. */
    void begin(String name) {
        threadName = name;
        depth = 0;
        enter(IDLE);
    }

    void computeBegins() {
        tasks++;
        if (depth == 0) {
            obtained++;
        } else if (depth == outer.length) {
            outer = Arrays.copyOf(outer, 2 * depth);
        }
        outer[depth++] = (byte) activity;
        enter(COMPUTE);
    }

    void computeEnds() {
        if (depth > 0) {
            enter(outer[--depth]);
        }
    }

    void joinBegins() {
        if (depth > 0) {
            enter(JOIN);
        }
    }

    void joinEnds() {
        if (depth > 0) {
            enter(COMPUTE);
        }
    }

    private void enter(int next) {
        if (activity != next) {
            long now = System.nanoTime();
            nanos[activity] += now - since;
            since = now;
            activity = next;
        }
    }

    long computeNanos() {
        return nanos(COMPUTE);
    }

    long joinNanos() {
        return nanos(JOIN);
    }

    long idleNanos() {
        return index == GUEST ? 0 : nanos(IDLE);
    }

    /** Counts what another guest did. */
    void add(Worker other) {
        forks += other.forks;
        tasks += other.tasks;
        nanos[COMPUTE] += other.computeNanos();
        nanos[JOIN] += other.joinNanos();
    }

    private long nanos(int of) {
        long n = nanos[of];
        return activity == of ? n + Math.max(0, System.nanoTime() - since) : n;
    }
}
