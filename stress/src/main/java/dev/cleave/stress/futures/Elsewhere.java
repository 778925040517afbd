package dev.cleave.stress.futures;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Threads that are no workers: what they call, they call as guests. */
public final class Elsewhere {
    private Elsewhere() {}

    /** Whether this virtual machine has virtual threads: since 21. */
    static boolean hasVirtualThreads() {
        return Runtime.version().feature() >= 21;
    }

    /** Starts a daemon, which is virtual if that is wished and there are such threads. */
    static void start(Runnable work, boolean isVirtual) {
        if (isVirtual && hasVirtualThreads()) {
            try {
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        } else {
            Thread thread = new Thread(work, "guest");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /**
     * Applies an operation, sometimes in a thread of its own, and waits for it.
     *
     * @param operation what to apply
     * @param fuel how many calls it may lead to, roughly
     * @param argument what to compute with
     * @return the result
     * @throws Throwable what the operation throws
     */
    private static long applied(Operation operation, int fuel, long argument) throws Throwable {
        if (!Values.isChosen(argument, 4, 12)) {
            return operation.apply(fuel, argument);
        }
        Callable<Long> call = () -> operation.apply(fuel, argument);
        FutureTask<Long> task = new FutureTask<>(call);
        start(task, (argument & 1) == 0);
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    /**
     * Applies an operation, sometimes in a thread of its own, and waits for it.
     *
     * @param operation what to apply
     * @param fuel how many calls it may lead to, roughly
     * @param argument what to compute with
     * @return the result
     * @throws Failures.Checked if the operation throws it
     */
    public static long apply(Operation operation, int fuel, long argument) throws Failures.Checked {
        try {
            return applied(operation, fuel, argument);
        } catch (Failures.Checked | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
