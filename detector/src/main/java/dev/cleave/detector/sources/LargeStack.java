package dev.cleave.detector.sources;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Runs work on sources in a thread with a large stack, one piece of work at a time. */
public final class LargeStack {
    /** Trees of sources are as deep as their longest expression; so is the walk through them. */
    private static final long STACK_BYTES = 256L << 20;

    private LargeStack() {}

    /**
     * Does work and blocks until it is done. One at a time in a virtual machine, for the compiler
     * keeps state.
     *
     * @throws InterruptedException if the caller is interrupted while it waits; the work is then
     *     abandoned to end by itself
     * @throws OutOfMemoryError if the work ran out of memory, which is free again by then
     */
    public static <T> T call(Supplier<T> work) throws InterruptedException {
        List<T> result = new ArrayList<>(1);
        List<Throwable> failures = new ArrayList<>(1);
        Thread worker =
                new Thread(
                        null,
                        () -> {
                            synchronized (LargeStack.class) {
                                result.add(work.get());
                            }
                        },
                        "cleave-detector",
                        STACK_BYTES);
        worker.setDaemon(true);
        worker.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
        worker.start();
        worker.join();
        if (!failures.isEmpty()) {
            if (failures.get(0) instanceof OutOfMemoryError full) {
                throw full;
            }
            throw new IllegalStateException(
                    "the detector failed: " + failures.get(0), failures.get(0));
        }
        return result.get(0);
    }
}
