package dev.cleave.benchmarks;

import java.lang.management.ManagementFactory;

/**
 * What each thread has allocated so far, to the byte.
 *
 * @param threads identifiers of the threads that live
 * @param bytes what each of them has allocated, in the same order
 */
record Allocation(long[] threads, long[] bytes) {
    private static final com.sun.management.ThreadMXBean BEAN =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What the threads that live now have allocated. */
    static Allocation now() {
        long[] threads = BEAN.getAllThreadIds();
        return new Allocation(threads, BEAN.getThreadAllocatedBytes(threads));
    }

    /**
     * What has been allocated since {@code before} by the threads that live now. What a thread that
     * has ended meanwhile did is lost, but what it had done before is not taken off the others.
     */
    long since(Allocation before) {
        long sum = 0;
        for (int i = 0; i < threads.length; i++) {
            sum += Math.max(0, bytes[i] - before.of(threads[i]));
        }
        return sum;
    }

    private long of(long thread) {
        for (int i = 0; i < threads.length; i++) {
            if (threads[i] == thread) {
                return Math.max(0, bytes[i]);
            }
        }
        return 0;
    }
}
