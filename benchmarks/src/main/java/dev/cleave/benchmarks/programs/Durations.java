package dev.cleave.benchmarks.programs;

import java.util.Arrays;

/** What the parts of one run took, where its time is their median. */
final class Durations {
    private final long[] nanos;
    private int count;

    Durations(int most) {
        nanos = new long[most];
    }

    int most() {
        return nanos.length;
    }

    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    void add(long elapsed) {
        nanos[count++] = elapsed;
    }

    long median() {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }
}
