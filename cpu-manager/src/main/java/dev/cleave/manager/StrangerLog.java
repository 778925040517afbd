package dev.cleave.manager;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What is logged of connections that come to nothing. Anybody of the user can make as many as the
 * system lets him, and a program that is refused tries again twice a second: in a minute each line
 * is logged once, and no more than {@link #MOST}. For the manager's thread.
 */
final class StrangerLog {
    /** Lines in a minute, at most. */
    static final int MOST = 100;

    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Consumer<String> log;
    private final Set<String> logged = new HashSet<>();
    private int leftOut;
    private long since;

    StrangerLog(Consumer<String> log) {
        this.log = log;
    }

    /** Logs a line, unless it was logged in this minute, or too many were. */
    void accept(String line, long nanos) {
        if (logged.isEmpty()) {
            since = nanos;
        }
        if (logged.size() < MOST && logged.add(line)) {
            log.accept(line);
        } else {
            leftOut++;
        }
    }

    /** At the end of a minute, says how many lines were left out. */
    void tick(long nanos) {
        if (!logged.isEmpty() && nanos - since >= PERIOD_NANOS) {
            if (leftOut > 0) {
                log.accept(
                        String.format(
                                Locale.ROOT,
                                "%d more connections came to nothing within a minute",
                                leftOut));
            }
            logged.clear();
            leftOut = 0;
        }
    }
}
