package dev.cleave.agent.workspan;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** For how long a thread has had a processor. */
final class ProcessorTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long id;

    private long at = System.nanoTime();
    private long used;

    @SuppressWarnings("deprecation") // threadId() is JDK 19's
    ProcessorTime(Thread thread) {
        id = thread.getId();
        used = now();
    }

    /** For how long the calling thread has had a processor since it began; -1 if unknown. */
    static long ofCaller() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
    }

    /** So much has passed, and been used of it, that does not count. */
    void exclude(long nanos, long nanosUsed) {
        at += nanos;
        used += nanosUsed;
    }

    private long now() {
        return THREADS.isThreadCpuTimeSupported() ? THREADS.getThreadCpuTime(id) : -1;
    }

    /**
     * For how long the thread had no processor since this was asked last. One that has ended had
     * none: nothing else is known of it, so this has to be asked just before, too.
     *
     * @param instant of now, by the clock on the wall
     * @param idle how long of that it had nothing to do
     * @return nanoseconds; 0 if nothing is known
     */
    long withheld(long instant, long idle) {
        if (used < 0) {
            return 0;
        }
        long now = Math.max(used, now());
        long without = instant - at - idle - (now - used);
        at = instant;
        used = now;
        return Math.max(0, without);
    }
}
