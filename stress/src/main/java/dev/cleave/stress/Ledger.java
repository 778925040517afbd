package dev.cleave.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What happened so far: tasks run, and everything that should not have happened. Any thread. */
final class Ledger {
    /** Enough to see what is wrong; a broken protocol would fill the screen. */
    private static final int FAILURES_KEPT = 10;

    private final LongAdder tasks = new LongAdder();
    private final List<String> failures = new ArrayList<>();
    private int failureCount;

    void ran(long count) {
        tasks.add(count);
    }

    long tasks() {
        return tasks.sum();
    }

    void fail(String message) {
        fail(message, null);
    }

    synchronized void fail(String message, Throwable cause) {
        failureCount++;
        if (failures.size() < FAILURES_KEPT) {
            failures.add(cause == null ? message : message + ": " + Traces.of(cause));
        }
    }

    /** The failures since the last call, the first few of them in words. */
    synchronized List<String> takeFailures() {
        List<String> taken = new ArrayList<>(failures);
        if (failureCount > taken.size()) {
            taken.add("and " + (failureCount - taken.size()) + " more");
        }
        failures.clear();
        failureCount = 0;
        return taken;
    }
}
