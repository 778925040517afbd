package dev.cleave.scheduling;

/**
 * A task with room for its exception, unlike most: one of ours, which is larger anyway. What {@link
 * TaskFailures} gives it goes with it, and costs the garbage collector nothing.
 */
public interface KeepsFailure {
    /**
     * What was given last; called under a lock, by any thread.
     *
     * @return it, or null
     */
    Object failure();

    /**
     * Keeps it instead of what was given before; called under a lock, by any thread.
     *
     * @param failure what to keep; null for nothing
     */
    void failure(Object failure);
}
