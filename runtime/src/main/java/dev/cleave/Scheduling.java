package dev.cleave;

import dev.cleave.scheduling.Disciplines;
import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.WorkQueue;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/** How a pool's workers hold their tasks and pass them on: {@code docs/scheduling.md} compares. */
public enum Scheduling {
    /** Volatile indices; the owner locks only near the last task (FJTask §3.1; Cilk-5). */
    THE(Disciplines::the),
    /** No lock, one fence in each pop (Chase and Lev, 2005). */
    CHASE_LEV(Disciplines::chaseLev),
    /** Private deques; a thief asks one victim and is answered at its polls (FJava). */
    RECEIVER_INITIATED(Disciplines::receiverInitiated),
    /** Private deques; a busy worker deals to one that waits, every δ (FJava). */
    SENDER_INITIATED(Disciplines::senderInitiated),
    /** A private stack over a shared deque (Lace, 2014); the default. */
    SPLIT(Disciplines::split),
    /** A {@link java.util.concurrent.ConcurrentLinkedDeque} a worker (FJava). */
    LINKED(Disciplines::linked),
    /** One deque for all workers: the baseline to lose to (FJava). */
    SHARED(Disciplines::shared);

    /** The discipline of pools whose builder names none, and of the common pool. */
    public static final Scheduling DEFAULT = SPLIT;

    /** Names the discipline of the common pool and of pools that name none. */
    static final String PROPERTY = "dev.cleave.scheduling";

    private final Function<Scheduler, WorkQueue> queues;

    Scheduling(Function<Scheduler, WorkQueue> queues) {
        this.queues = queues;
    }

    WorkQueue newQueue(Scheduler scheduler) {
        return queues.apply(scheduler);
    }

    /**
     * The discipline of that name, in any case, with {@code -} for {@code _} if you like.
     *
     * @param name the name
     * @return the discipline
     * @throws IllegalArgumentException if there is none; the message lists them
     */
    public static Scheduling of(String name) {
        String wanted = name.trim().toUpperCase(Locale.ROOT).replace('-', '_');
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
        return name == null ? DEFAULT : of(name);
    }
}
