package dev.cleave.benchmarks;

import java.lang.management.ManagementFactory;

/** What all threads together have allocated, to the byte. */
final class Allocation {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /** Bytes allocated so far by the threads that live now. */
    static long bytes() {
        long sum = 0;
        for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            // A thread that has ended since the identifiers were read counts -1.
            sum += Math.max(0, bytes);
        }
        return sum;
    }
}
