package dev.cleave.metrics.events;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Makes what outlives its caller: before JDK 24, a thread keeps the class loaders of all methods
 * that were being called when it was made, and so does the Flight Recorder with a listener. Any
 * thread.
 */
public final class Detached {
    private static final int FIRST_WITHOUT_NEED = 24;

    private Detached() {}

    /**
     * Calls the action as if nobody had called this.
     *
     * @param action a class of Cleave's
     * @param <T> what it makes
     * @return what it returns
     */
    @SuppressWarnings("removal") // where that is gone, it is not needed
    public static <T> T make(PrivilegedAction<T> action) {
        return Runtime.version().feature() < FIRST_WITHOUT_NEED
                ? AccessController.doPrivileged(action)
                : action.run();
    }

    /**
     * The group for threads that serve all programs of the process: whoever runs one in a group of
     * its own, as a build tool does, may wait for all threads that it finds there, or end them.
     *
     * @return the topmost group
     */
    public static ThreadGroup group() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /**
     * Makes a daemon thread, unstarted, that keeps neither the first user's class loader and thread
     * group nor what its thread would hand down.
     *
     * @param task what it runs; a class of Cleave's
     * @param name its name
     * @return the thread
     */
    public static Thread daemon(Runnable task, String name) {
        Thread thread = make(new Maker(task, name));
        thread.setDaemon(true);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        return thread;
    }

    /** No lambda, which would take more heap, perhaps just when there is none. */
    private record Maker(Runnable task, String name) implements PrivilegedAction<Thread> {
        @Override
        public Thread run() {
            return new Thread(group(), task, name, 0, false);
        }
    }
}
