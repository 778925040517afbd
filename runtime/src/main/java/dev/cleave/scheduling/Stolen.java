package dev.cleave.scheduling;

/**
 * A task that a worker obtained from elsewhere and is running. Whatever lies in the worker's queue
 * at or above {@code position} was forked on behalf of the task, so a worker that joins the task
 * may run it (leapfrogging: Wagner and Calder, 1993).
 *
 * @param task what is running
 * @param position the queue's {@link WorkQueue#position()} when it began
 * @param outer the record of what the worker was running before, or null
 */
record Stolen(Task task, long position, Stolen outer) {
    /** Whether so many records, or more, lie one in another. */
    static boolean isDeep(Stolen innermost, int depth) {
        int n = 0;
        for (Stolen s = innermost; s != null; s = s.outer) {
            if (++n >= depth) {
                return true;
            }
        }
        return false;
    }
}
