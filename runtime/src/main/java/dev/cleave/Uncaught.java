package dev.cleave;

/** Failures that nobody asks for. */
final class Uncaught {
    private Uncaught() {}

    /** Tells the calling thread's handler; what that throws is ignored, as by the JVM itself. */
    static void report(Throwable failure) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        } catch (Throwable ignored) {
            // The failure is the one that counts.
        }
    }
}
