package dev.cleave.agent.workspan;

/**
 * How long a thread's strands take: without what their probes take, and without the time for which
 * the thread had no processor. For that thread, and for whoever writes the result at the end.
 */
final class StrandClock {
    /** What one probe takes, to be subtracted from each strand; see {@link Calibration}. */
    static long probeNanos;

    /** Of a longer strand that is counted for which its thread had a processor. */
    private static final long LONG_NANOS = 100_000;

    /** What the thread has counted, where that is what strands are timed with. */
    private long units;

    /** When the present strand began. */
    private long last;

    /** How long it has waited since the processor's time was asked for. */
    private long idle;

    /** Null where time is not real. */
    private ProcessorTime processor;

    StrandClock() {
        restart();
    }

    /** The calling thread's first strand begins. */
    void restart() {
        processor = Clock.counts() ? null : new ProcessorTime(Thread.currentThread());
        last = now();
    }

    long now() {
        return Clock.counts() ? units : System.nanoTime();
    }

    /** So many units pass. */
    void advance(long by) {
        units += by;
    }

    /** A strand ends, and the next begins: how long it took. */
    long strandEnds() {
        long now = now();
        long nanos = Math.max(0, now - last - probeNanos);
        if (nanos > LONG_NANOS && processor != null) {
            nanos -= Math.min(nanos, processor.withheld(now, idle));
            idle = 0;
        }
        last = now;
        return nanos;
    }

    /** A time ends in which the thread had nothing to do, and a strand begins. */
    void idleEnds() {
        long now = now();
        idle += now - last;
        last = now;
    }

    /** The present strand has been held up for so long by the measurement itself. */
    private void exclude(long nanos) {
        last += nanos;
    }

    /**
     * The same, where it may have waited for a processor meanwhile: that is not held against it.
     */
    void exclude(long nanos, long used) {
        exclude(nanos);
        processor.exclude(nanos, used);
    }

    /** The same, since then. */
    void excludeSince(long begun) {
        exclude(now() - begun);
    }
}
