package dev.cleave.agent.workspan;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** For how long a thread has had a processor. Of one that has ended nothing is known. */
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

    private long now() {
        return THREADS.isThreadCpuTimeSupported() ? THREADS.getThreadCpuTime(id) : -1;
    }

    /**
     * For how long the thread had no processor since this was asked last.
     *
     * @param instant of now, by the clock on the wall
     * @param idle how long of that it had nothing to do
     * @return nanoseconds; 0 if nothing is known
     */
    long withheld(long instant, long idle) {
        long now = now();
        long without = instant - at - idle - (now - used);
        boolean isKnown = now >= 0 && used >= 0;
        at = instant;
        used = now;
        return isKnown ? Math.max(0, without) : 0;
    }
}
