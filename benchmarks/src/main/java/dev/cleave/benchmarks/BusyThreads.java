package dev.cleave.benchmarks;

/** Threads that compute all the time while others are measured, as other programs would. */
final class BusyThreads {
    private volatile boolean ended;

    /** Starts so many. */
    BusyThreads(int number) {
        for (int i = 0; i < number; i++) {
            Thread thread = new Thread(this::compute, "busy-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void compute() {
        while (!ended) {
            // No pause, which would leave the processor to what is measured.
        }
    }

    /** Has them end. */
    void end() {
        ended = true;
    }
}
