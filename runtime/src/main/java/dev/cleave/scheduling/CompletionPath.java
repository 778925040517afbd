package dev.cleave.scheduling;

/**
 * What scheduling must know of tasks that complete other tasks: installed by {@code
 * CountedCompleter} or {@code SyncTask}, whichever is used first, so that this package needs
 * nothing above it.
 */
public interface CompletionPath {
    /**
     * Whether completing the one is a step towards completing the other. Any thread.
     *
     * @param step a task that may be queued
     * @param goal the task that is waited for
     * @return whether running {@code step} helps {@code goal}
     */
    boolean leadsTo(Task step, Task goal);

    /**
     * Called once, in the thread that completed a task exceptionally.
     *
     * @param task the task
     * @param failure its exception
     */
    void failed(Task task, Throwable failure);

    /**
     * Called for a failed task by a frame further out than that of its failure, which has more
     * room: {@link #failed} may have ended half-way, or not begun, or what it calls has thrown.
     * Also for one that has completed itself otherwise, and whose run then ended for want of room.
     * More than once if the first call fails for that as well.
     *
     * @param task the task
     * @param full what was thrown
     */
    void failedHalfWay(Task task, Throwable full);

    /**
     * Called by whoever would have run a task and finds it complete, or has run it in vain: it was
     * cancelled, or completed by others, while it was queued, or has failed, perhaps for want of
     * stack before its first instruction. More than once if the first call fails for that as well.
     *
     * @param task the task
     */
    void skipped(Task task);

    /**
     * Called once for a queued task that the end of its pool has cancelled.
     *
     * @param task the task
     */
    void dropped(Task task);

    /** The one in force. */
    final class Installed {
        private static volatile CompletionPath path =
                new CompletionPath() {
                    @Override
                    public boolean leadsTo(Task step, Task goal) {
                        return false;
                    }

                    @Override
                    public void failed(Task task, Throwable failure) {}

                    @Override
                    public void failedHalfWay(Task task, Throwable full) {}

                    @Override
                    public void skipped(Task task) {}

                    @Override
                    public void dropped(Task task) {}
                };

        private Installed() {}

        static boolean leadsTo(Task step, Task goal) {
            return path.leadsTo(step, goal);
        }

        static void failed(Task task, Throwable failure) {
            path.failed(task, failure);
        }

        static void failedHalfWay(Task task, Throwable full) {
            path.failedHalfWay(task, full);
        }

        static void skipped(Task task) {
            path.skipped(task);
        }

        static void dropped(Task task) {
            path.dropped(task);
        }

        /**
         * Installs the implementation.
         *
         * @param implementation the one to use from now on
         */
        public static void install(CompletionPath implementation) {
            path = implementation;
        }
    }
}
