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
}
