package dev.cleave.weaver;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Tells a program that hangs, and shows where its threads are. */
final class Watchdog {
    private Watchdog() {}

    /**
     * Runs a program.
     *
     * @param start starts a thread
     * @param seconds after which the program is said to hang
     * @return the program's result
     * @throws AssertionError if it hangs; with every platform thread's stack
     */
    static <T> T watch(Consumer<Runnable> start, long seconds, Callable<T> program)
            throws Exception {
        FutureTask<T> run = new FutureTask<>(program);
        start.accept(run);
        try {
            return run.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("hangs after " + seconds + " s\n" + dump());
        }
    }

    /** Every platform thread's stack. */
    static String dump() {
        StringBuilder dump = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
            Thread thread = each.getKey();
            dump.append(thread.getName()).append(' ').append(thread.getState()).append('\n');
            for (StackTraceElement frame : each.getValue()) {
                dump.append("    at ").append(frame).append('\n');
            }
        }
        return dump.toString();
    }
}
