package dev.cleave;

import dev.cleave.scheduling.Disciplines;
import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.Settings;
import dev.cleave.scheduling.WorkQueue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/** How a pool's workers hold their tasks and pass them on: {@code docs/scheduling.md} compares. */
public enum Scheduling {
    /** Volatile indices; the owner locks only near the last task (FJTask §3.1; Cilk-5). */
    THE,
    /** No lock, one fence in each pop (Chase and Lev, 2005). */
    CHASE_LEV,
    /** Private deques; a thief asks one victim and is answered at its polls (FJava). */
    RECEIVER_INITIATED,
    /** Private deques; a busy worker deals to one that waits, every δ (FJava). */
    SENDER_INITIATED,
    /** A private stack over a shared deque (Lace, 2014); the default. */
    SPLIT,
    /** A {@link java.util.concurrent.ConcurrentLinkedDeque} a worker (FJava). */
    LINKED,
    /** One deque for all workers: the baseline to lose to (FJava). */
    SHARED;

    /** The discipline of pools whose builder names none, and of the common pool. */
    public static final Scheduling DEFAULT = SPLIT;

    /** Names the discipline of the common pool and of pools that name none. */
    static final String PROPERTY = "dev.cleave.scheduling";

    /** No table of functions: the first pool would have to make one for every discipline. */
    WorkQueue newQueue(Scheduler scheduler) {
        switch (this) {
            case THE:
                return Disciplines.the(scheduler);
            case CHASE_LEV:
                return Disciplines.chaseLev(scheduler);
            case RECEIVER_INITIATED:
                return Disciplines.receiverInitiated(scheduler);
            case SENDER_INITIATED:
                return Disciplines.senderInitiated(scheduler);
            case SPLIT:
                return Disciplines.split(scheduler);
            case LINKED:
                return Disciplines.linked(scheduler);
            case SHARED:
                return Disciplines.shared(scheduler);
        }
        throw new AssertionError(this);
    }

    /**
     * The discipline of that name, in any case, with {@code -} for {@code _} if you like.
     *
     * @param name the name
     * @return the discipline
     * @throws IllegalArgumentException if there is none; the message lists them
     * @throws NullPointerException if the name is null
     */
    public static Scheduling of(String name) {
        String wanted =
                Objects.requireNonNull(name, "the name is null")
                        .trim()
                        .toUpperCase(Locale.ROOT)
                        .replace('-', '_');
        for (Scheduling s : values()) {
            if (s.name().equals(wanted)) {
                return s;
            }
        }
        throw new IllegalArgumentException(
                "no scheduling \"" + name + "\"; choose one of " + Arrays.toString(values()));
    }

    /** {@link #DEFAULT} unless the system property {@code dev.cleave.scheduling} names another. */
    static Scheduling configured() {
        String name = System.getProperty(PROPERTY);
        if (name == null) {
            return DEFAULT;
        }
        try {
            return of(name);
        } catch (IllegalArgumentException unknown) {
            String needed = "one of " + Arrays.toString(values()) + " is needed";
            Settings.warn(PROPERTY, name, needed, null);
            return DEFAULT;
        }
    }
}
