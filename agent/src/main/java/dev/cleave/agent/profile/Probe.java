package dev.cleave.agent.profile;

import java.util.Collection;

/** Called by instrumented code, by any thread. */
public final class Probe {
    private static final ThreadLocal<Worker> CURRENT = ThreadLocal.withInitial(JucPool::worker);

    private Probe() {}

    /** A {@code compute} begins. */
    public static void computeBegins() {
        CURRENT.get().computeBegins();
    }

    /** It has ended, in whichever way. */
    public static void computeEnds() {
        CURRENT.get().computeEnds();
    }

    /** A task is about to be forked. */
    public static void forks() {
        CURRENT.get().forks++;
    }

    /**
     * All of them but one, which the caller runs itself, are about to be forked.
     *
     * @param tasks the tasks
     */
    public static void forksAllButOne(Object[] tasks) {
        CURRENT.get().forks += Math.max(0, tasks.length - 1);
    }

    /**
     * As {@link #forksAllButOne(Object[])}.
     *
     * @param tasks the tasks
     */
    public static void forksAllButOne(Collection<?> tasks) {
        CURRENT.get().forks += Math.max(0, tasks.size() - 1);
    }

    /** A join begins. */
    public static void joinBegins() {
        CURRENT.get().joinBegins();
    }

    /** It has ended normally. One that has thrown ends with the {@code compute} that it is in. */
    public static void joinEnds() {
        CURRENT.get().joinEnds();
    }
}
